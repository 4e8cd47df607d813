fn main() {
    println!("{}", cart::currency());
}

#[test]
fn is_in_pounds() {
    assert_eq!(cart::currency(), "GBP");
}
