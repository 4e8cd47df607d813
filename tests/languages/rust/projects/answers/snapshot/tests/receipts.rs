use shop::receipt;

#[test]
fn in_a_file() {
    insta::assert_snapshot!(receipt(&["apple", "bread"]));
}

#[test]
fn inline() {
    insta::assert_debug_snapshot!(receipt(&[]).lines().collect::<Vec<_>>(), @r#"
    [
        "Receipt",
        "-------",
        "thank you",
    ]
    "#);
}

#[test]
fn expected() {
    expect_test::expect![[r#"
        Receipt
        =======
        apple
        thank you
    "#]]
    .assert_eq(&receipt(&["apple"]));
}

#[test]
fn without_a_snapshot() {
    insta::assert_snapshot!(receipt(&["pear"]));
}
