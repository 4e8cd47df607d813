use missing_crate::thing; // HERE: missing_import

#[test]
fn never_runs() {
    thing();
}
