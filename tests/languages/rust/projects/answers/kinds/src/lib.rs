//! ```
//! assert_eq!(shop::half(4), 2);
//! ```

#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    pub cents: i64,
    pub tags: Vec<String>,
}

pub fn total(items: &[Item]) -> i64 {
    items.iter().map(|item| item.cents).sum::<i64>() + 1
}

pub fn receipt(items: &[Item]) -> String {
    let lines: Vec<_> = items.iter().map(|item| format!("{} \n", item.name)).collect();
    format!("Receipt\n=======\n{}thank you\n", lines.concat())
}

pub fn cheapest(items: &[Item]) -> &Item {
    first(items)
}

fn first(items: &[Item]) -> &Item {
    &items[0]
}

pub fn half(n: i64) -> i64 {
    n / 3
}
