#[test]
fn compares() {
    assert_eq!(1 + 1, 3);
}

#[test]
fn unwraps() {
    std::env::var("NO_SUCH_VARIABLE_IS_SET").unwrap();
}
