mod common;

macro_rules! keep {
    ($($item:item)*) => { $($item)* };
}

keep! {
    /// Kept as it is.
    #[test]
    fn kept() {
        till::ran!("kept");
    }

    mod inner {
        #[test]
        fn kept() {
            till::ran!("kept");
        }
    }
}

#[test]
fn uses_common() {
    common::run("api::uses_common");
}
