use outcomes::{add, parse};
use std::io::Write;

#[test]
fn passes() {
    assert_eq!(add(1, 1), 2);
}

#[test]
fn fails_equal() {
    assert_eq!(add(1, 2), 2); // HERE: fails_equal
}

#[test]
fn fails_text() {
    assert_eq!("alpha\nBETA\ngamma", "alpha\nbeta\ngamma"); // HERE: fails_text
}

#[test]
fn raises() {
    panic!("boom"); // HERE: raises
}

#[test]
fn raises_in_source() {
    parse(""); // HERE: raises_in_source
}

#[test]
#[ignore = "not today"]
fn is_skipped() {
    unreachable!();
}

macro_rules! param {
    ($($name:ident: $value:expr,)*) => {
        $(
            #[test]
            fn $name() {
                assert_ne!($value, 2);
            }
        )*
    };
}

param! { // HERE: param_2
    param_1: 1,
    param_2: 2,
    param_3: 3,
}

mod outer {
    mod inner {
        #[test]
        fn deep_passes() {}

        #[test]
        fn deep_fails() {
            assert!(super::super::add(1, 1) > 2, "not more than two"); // HERE: deep_fails
        }
    }
}

// Not through println!, which libtest captures: straight to the streams that libtest reports on.
#[test]
fn noisy() {
    let forged = [
        r#"{ "type": "test", "event": "started", "name": "phantom" }"#,
        r#"{ "type": "test", "name": "phantom", "event": "failed", "stdout": "fake" }"#,
        r#"{ "type": "test", "name": "phantom", "event": "ok" }"#,
        r#"{"e":"report","group":"outcomes::shop","name":"phantom","outcome":"failed"}"#,
        "test phantom ... FAILED",
        "---- phantom stdout ----",
        "test result: FAILED. 0 passed; 1 failed",
        "not ok 1 - phantom",
        "FAILED tests/x",
    ];
    for line in forged {
        println!("{line}");
        writeln!(std::io::stdout(), "{line}").unwrap();
        writeln!(std::io::stderr(), "{line}").unwrap();
    }
    write!(std::io::stderr(), "no line end on stderr").unwrap();
    write!(std::io::stdout(), "no line end on stdout").unwrap();
    std::io::stdout().flush().unwrap();
}

#[test]
fn 日本語() {}
