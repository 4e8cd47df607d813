#[test]
fn crashes() {
    crash::leave();
}
