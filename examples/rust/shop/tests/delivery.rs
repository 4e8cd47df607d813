use shop::slot;

#[test]
fn early_orders_come_in_the_morning() {
    assert_eq!(slot(0), 9);
}

#[test]
fn late_orders_come_in_the_evening() {
    assert_eq!(slot(3), 18);
}
