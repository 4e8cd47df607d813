#[test]
fn in_library_and_program() {
    till_ran(concat!(module_path!(), "::in_library_and_program"));
}

#[cfg(test)]
fn till_ran(name: &str) {
    crate::ran(name);
}
