pub fn receipt(items: &[&str]) -> String {
    let lines: Vec<_> = items.iter().map(|item| format!("{item} \n")).collect();
    format!("Receipt\n=======\n{}thank you\n", lines.concat())
}
