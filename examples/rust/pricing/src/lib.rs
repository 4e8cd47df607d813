//! Prices in cents.

/// Share of a price in percent, rounded down.
///
/// ```
/// assert_eq!(pricing::share(1000, 25), 250);
/// ```
pub fn share(cents: i64, percent: i64) -> i64 {
    if percent < 0 {
        return 0;
    }
    cents * percent / 100
}

/// The price of many pieces: ten percent off from a hundred on.
///
/// ```
/// assert_eq!(pricing::bulk(100, 100), 9000);
/// ```
pub fn bulk(cents: i64, pieces: i64) -> i64 {
    let full = cents * pieces;
    if pieces > 100 {
        full - share(full, 10)
    } else {
        full
    }
}

/// What a coupon takes off, in percent.
pub fn coupon(code: &str) -> Result<i64, String> {
    match code {
        "FRIENDS" => Ok(15),
        "SUMMER" => Ok(20),
        _ => Err(format!("coupon {code:?}: unknown")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_down() {
        assert_eq!(share(999, 50), 499);
    }

    #[test]
    fn few_pieces_cost_the_full_price() {
        assert_eq!(bulk(100, 99), 9900);
    }

    #[test]
    fn many_pieces_cost_less() {
        assert_eq!(bulk(200, 100), 18000);
    }
}
