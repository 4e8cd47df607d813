use pricing::coupon;

#[test]
fn known_coupons() {
    assert_eq!(coupon("SUMMER"), Ok(20));
}

#[test]
fn coupons_with_spaces() -> Result<(), String> {
    assert_eq!(coupon(" FRIENDS ")?, 15);
    Ok(())
}

#[test]
#[should_panic(expected = "unknown")]
fn unknown_coupons() {
    coupon("WINTER").unwrap();
}
