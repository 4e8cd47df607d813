pub fn price() -> i64 {
    "free"
}

#[test]
fn costs_nothing() {
    assert_eq!(price(), 0);
}
