#[test]
fn aborts() {
    std::process::abort();
}

#[test]
fn after() {}
