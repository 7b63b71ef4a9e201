//! "This one is found there": rules from a broker's id or address to another address; the first that fits wins.
//!
//! A rule that can't be read is refused when it is typed, with its number. One that was skipped in silence would send connections
//! to an address that its owner believes to be replaced.

use super::rule::Rule;
use crate::{Address, Error, What};

/// Rules that were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rewrites(Vec<Rule>);

/// Where an address is really found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// Which rule said it, counted from 1.
    pub rule: usize,
    pub to: Address,
}

impl Rewrites {
    /// Reads rules as they are typed, `(from, to)` each. From: "3" (a broker's id), "kafka-3.internal:9092", or a host alone for
    /// all of its ports; `*` stands for any run of characters. To: "localhost:19093"; a host alone keeps the port, ":19093"
    /// the host.
    ///
    /// # Errors
    /// `What::BadInput` that says which rule can't be read and what to type.
    pub fn parse<F: AsRef<str>, T: AsRef<str>>(
        rules: impl IntoIterator<Item = (F, T)>,
    ) -> Result<Rewrites, Error> {
        let read = rules.into_iter().enumerate().map(|(index, (from, to))| {
            let rule = Rule::parse(from.as_ref().trim(), to.as_ref().trim());
            rule.map_err(|why| Error::new(What::BadInput(format!("Rule {}: {why}", index + 1))))
        });
        read.collect::<Result<Vec<Rule>, Error>>().map(Rewrites)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where this address is found by the first rule that fits; `broker`: whose it is, where that is known.
    #[must_use]
    pub fn of(&self, address: &Address, broker: Option<i32>) -> Option<Rewritten> {
        let (index, rule) = self.0.iter().enumerate().find(|(_, rule)| rule.fits(address, broker))?;
        Some(Rewritten { rule: index + 1, to: rule.to(address) })
    }
}
