use shop::*;

fn items() -> Vec<Item> {
    vec![
        Item { name: "apple".into(), cents: 120, tags: vec!["fruit".into()] },
        Item { name: "bread".into(), cents: 250, tags: vec![] },
    ]
}

#[test]
fn scalars() {
    assert_eq!(total(&items()), 370);
}

#[test]
fn strings() {
    assert_eq!(
        receipt(&items()),
        "Receipt\n=======\napple\nbread\nthank you\n",
        "of two items"
    );
}

#[test]
fn structures() {
    let many = |odd: i64| -> Vec<Item> {
        (0..20)
            .map(|n| Item { cents: n + i64::from(n == odd), ..items()[n as usize % 2].clone() })
            .collect()
    };
    assert_eq!(many(13), many(-1));
}

#[test]
fn exception_in_product() {
    cheapest(&[]);
}

fn check_total(items: &[Item], want: i64) {
    assert_eq!(total(items), want, "of {} items", items.len());
}

#[test]
fn helper() {
    check_total(&[], 0);
}

#[test]
fn returned_error() -> Result<(), std::num::ParseIntError> {
    "two".parse::<i64>()?;
    Ok(())
}

#[test]
#[should_panic(expected = "no items")]
fn another_panic() {
    cheapest(&[]);
}

#[test]
fn thread() {
    std::thread::spawn(|| assert!(half(4) == 2, "half of four")).join().unwrap();
}

#[test]
fn fine() {}

mod many {
    macro_rules! halves {
        ($($name:ident $n:expr),*) => { $(#[test] fn $name() { assert_eq!(shop::half($n), $n / 2); })* };
    }
    halves!(
        of_2 2, of_4 4, of_6 6, of_8 8, of_10 10, of_12 12, of_14 14, of_16 16,
        of_18 18, of_20 20, of_22 22, of_24 24, of_26 26, of_28 28, of_30 30, of_32 32,
        of_34 34, of_36 36, of_38 38, of_40 40, of_42 42, of_44 44, of_46 46, of_48 48,
        of_50 50, of_52 52, of_54 54, of_56 56, of_58 58, of_60 60, of_62 62, of_64 64,
        of_66 66, of_68 68, of_70 70, of_72 72, of_74 74, of_76 76, of_78 78, of_80 80,
        of_82 82, of_84 84, of_86 86, of_88 88, of_90 90, of_92 92, of_94 94, of_96 96,
        of_98 98, of_100 100, of_102 102, of_104 104, of_106 106, of_108 108, of_110 110, of_112 112,
        of_114 114, of_116 116, of_118 118, of_120 120, of_122 122, of_124 124, of_126 126, of_128 128,
        of_130 130, of_132 132, of_134 134, of_136 136, of_138 138, of_140 140, of_142 142, of_144 144,
        of_146 146, of_148 148, of_150 150, of_152 152, of_154 154, of_156 156, of_158 158, of_160 160
    );
}
