fn run(name: &str) {
    let failing = std::fs::read_to_string(std::env::var("FAILING").unwrap_or_default());
    assert!(!failing.unwrap_or_default().lines().any(|line| line == name));
}

#[test]
fn wanted() {
    run("plain wanted");
}

#[test]
fn wanted_too() {
    run("plain wanted_too");
}

#[test]
fn r#match() {
    run("plain match");
}

mod deep {
    #[test]
    fn wanted() {
        super::run("plain deep::wanted");
    }

    #[test]
    fn 名前() {
        super::run("plain 名前");
    }
}
