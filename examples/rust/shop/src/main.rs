use shop::Cart;

fn main() {
    let mut cart = Cart::default();
    cart.add("apple", 20, 3);
    println!("{}", cart.receipt());
}
