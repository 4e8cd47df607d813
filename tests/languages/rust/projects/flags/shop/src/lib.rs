#[test]
fn sells_nothing() {
    assert_eq!(1 + 1, 3);
}
