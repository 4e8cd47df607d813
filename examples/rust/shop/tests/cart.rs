use shop::Cart;

fn fruit() -> Cart {
    let mut cart = Cart::default();
    cart.add("apple", 20, 3);
    cart.add("melon", 250, 1);
    cart
}

#[test]
fn totals_add_up() {
    assert_eq!(fruit().total(), 310);
}

#[test]
fn a_receipt_has_a_line_for_each_item() {
    assert_eq!(fruit().receipt(), "3 x apple: 60\n1 x melon: 250\n\ntotal: 310");
}

#[test]
fn the_program_prints_a_receipt() {
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_shop")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), "3 x apple: 60\ntotal: 60\n");
}

#[test]
#[ignore = "waits for the warehouse"]
fn stock_is_reserved() {}
