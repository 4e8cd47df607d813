/// ```
/// assert_eq!(cart::currency(), "EUR");
/// ```
pub fn currency() -> &'static str {
    if cfg!(feature = "euro") {
        "EUR"
    } else {
        "USD"
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn wraps() {
        let most: u8 = std::hint::black_box(255);
        assert_eq!(most + 1, 0);
    }

    #[test]
    fn is_euro() {
        assert_eq!(super::currency(), "EUR");
    }

    #[test]
    #[cfg(feature = "broken")]
    fn is_broken() {
        panic!("the feature is broken");
    }

    #[test]
    #[ignore]
    fn is_slow() {
        panic!("slow and wrong");
    }
}
