pub fn run(name: &str) {
    till::ran(name);
}

#[test]
fn helpers_work() {
    till::ran!("helpers_work");
}
