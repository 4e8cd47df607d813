//! A cart and its delivery.

#[derive(Default)]
pub struct Cart {
    items: Vec<(String, i64, i64)>,
}

impl Cart {
    pub fn add(&mut self, name: &str, cents: i64, pieces: i64) {
        self.items.push((name.to_string(), cents, pieces));
    }

    pub fn total(&self) -> i64 {
        self.items.iter().map(|(_, cents, pieces)| pricing::bulk(*cents, *pieces)).sum()
    }

    pub fn receipt(&self) -> String {
        let mut text = String::new();
        for (name, cents, pieces) in &self.items {
            text += &format!("{pieces} x {name}: {}\n", pricing::bulk(*cents, *pieces));
        }
        text + &format!("total: {}", self.total())
    }
}

/// The hour at which the order of this number is delivered.
pub fn slot(order: usize) -> u32 {
    [9, 12, 15][order]
}
