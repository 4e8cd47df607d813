#[test]
fn is_a_debug_build() {
    assert!(cfg!(debug_assertions), "assertions of debug builds are off");
}

#[test]
fn region() {
    assert_ne!(std::env::var("REGION").as_deref(), Ok("none"));
}
