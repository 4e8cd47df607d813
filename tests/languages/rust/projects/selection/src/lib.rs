//! Every test says that it runs, and fails if it is told to.
//!
//! ```
//! till::ran("doc src/lib.rs (line 3)");
//! ```

use std::io::Write;

#[cfg(test)]
mod cases;
pub mod money;
pub mod shared;

/// Writes the name to the file $RAN; panics if it is a line of the file $FAILING.
///
/// ```
/// till::ran("doc src/lib.rs ran (line 16)");
/// ```
///
/// ```no_run
/// till::ran("nothing runs this");
/// ```
pub fn ran(name: &str) {
    let path = std::env::var("RAN").unwrap();
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .unwrap();
    file.write_all(format!("{name}\n").as_bytes()).unwrap();
    let failing = std::env::var("FAILING").unwrap();
    let failing = std::fs::read_to_string(failing).unwrap_or_default();
    assert!(!failing.lines().any(|line| line == name), "{name} is to fail");
}

/// Of the test that it stands in.
#[macro_export]
macro_rules! ran {
    ($test:expr) => {
        $crate::ran(concat!(module_path!(), "::", $test))
    };
}

#[test]
fn at_the_root() {
    ran!("at_the_root");
}

#[cfg(test)]
mod tests {
    macro_rules! made {
        ($name:ident) => {
            #[test]
            fn $name() {
                ran!(stringify!($name));
            }
        };
    }

    made!(made_by_a_macro);

    #[test]
    fn written() {
        ran!("written");
    }

    #[test]
    #[cfg(unix)]
    fn twin() {
        ran!("twin");
    }

    #[test]
    #[cfg(not(unix))]
    fn twin() {
        ran!("twin");
    }
}

mod tests_of_more {
    #[test]
    fn written() {
        ran!("written");
    }
}
