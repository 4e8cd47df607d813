#[test]
fn refunds() {
    till::ran!("refunds");
}
