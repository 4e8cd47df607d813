#[test]
fn never_runs() {
    let x = ; // HERE: syntax_error
}
