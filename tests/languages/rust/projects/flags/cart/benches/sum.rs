fn main() {
    assert_eq!((1..=4).sum::<u32>(), 10);
}
