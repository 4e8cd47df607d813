macro_rules! suite {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                till::ran!(stringify!($name));
            }
        )*
    };
}

suite!(first second);
