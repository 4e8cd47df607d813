/// ```
/// no_example_of_a_library();
/// ```
pub fn print() {}

#[cfg(test)]
mod tests {
    #[test]
    fn prints() {
        till::ran!("prints");
    }
}
