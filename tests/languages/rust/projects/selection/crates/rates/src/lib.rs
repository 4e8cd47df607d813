/// ```
/// till::ran("doc crates/rates/src/lib.rs rate (line 1)");
/// assert_eq!(rates::rate(), 2);
/// ```
pub fn rate() -> u64 {
    2
}

#[test]
fn at_the_root() {
    till::ran!("at_the_root");
}
