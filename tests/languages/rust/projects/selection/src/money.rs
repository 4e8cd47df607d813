/// A price in cents.
pub struct Price(pub u64);

impl Price {
    /// From units.
    ///
    /// ```
    /// till::ran("doc src/money.rs Price::of (line 7)");
    /// assert_eq!(till::money::Price::of(2).0, 200);
    /// ```
    pub fn of(units: u64) -> Self {
        Self(units * 100)
    }

    /// Example that is only shown:
    ///
    /// ```ignore
    /// till::ran("nothing runs this");
    /// ```
    #[inline]
    /// ```should_panic
    /// till::ran("doc src/money.rs Price::half (line 20)");
    /// till::money::Price(1).half();
    /// ```
    pub fn half(self) -> Self {
        assert!(self.0 % 2 == 0);
        Self(self.0 / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        crate::ran!("adds");
        assert_eq!(Price::of(1).0 + 1, 101);
    }

    #[test]
    fn adds_more() {
        crate::ran!("adds_more");
    }

    #[test]
    #[should_panic]
    fn halves_no_odd_price() {
        crate::ran!("halves_no_odd_price");
        Price(1).half();
    }

    #[test]
    #[ignore]
    fn slow() {
        crate::ran!("slow");
    }

    mod größe {
        mod tief {
            #[test]
            fn misst_日本語() {
                crate::ran!("misst_日本語");
            }
        }

        #[test]
        fn r#try() -> Result<(), String> {
            crate::ran!("r#try");
            Ok(())
        }
    }
}
