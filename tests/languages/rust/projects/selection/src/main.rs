mod report;
mod shared;

#[cfg(test)]
use till::ran;

fn main() {
    report::print();
}

#[test]
fn of_the_program() {
    till::ran!("of_the_program");
}
