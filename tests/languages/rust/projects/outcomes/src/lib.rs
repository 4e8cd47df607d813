pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

pub fn parse(text: &str) -> i32 {
    if text.is_empty() {
        panic!("boom in the source");
    }
    text.len() as i32
}
