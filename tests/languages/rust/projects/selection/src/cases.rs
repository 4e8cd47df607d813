use rstest::rstest;

#[rstest]
fn plain() {
    crate::ran!("plain");
}

#[rstest]
#[case(1)]
#[case::two(2)]
fn rows(#[case] number: u32) {
    assert!(number > 0);
}

#[rstest]
#[case::one(1)]
fn rows_of_more(#[case] number: u32) {
    assert!(number > 0);
}
