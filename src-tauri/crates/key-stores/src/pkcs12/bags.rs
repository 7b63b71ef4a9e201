//! The bags in a safe: certificates, keys in clear or locked, and what else was put there. Attributes tie a key to its
//! certificate and say which certificates Java's keytool meant as anchors.

use zeroize::Zeroizing;

use super::{damaged, octets};
use crate::{
    Foreign, Format,
    der::{Cursor, Element, Fault, tag},
    encryption::{Candidates, Lock, plain_key},
    found::{Found, FoundCertificate, FoundKey, Keys},
    limits::Budget,
    oid,
    problem::{Locked, Problem},
    shape,
};

/// Bags may hold bags; nobody nests them.
const DEEPEST: usize = 4;

pub(super) struct Bags<'p> {
    pub(super) found: Found,
    pub(super) key_candidates: Candidates<'p>,
    pub(super) keys: Keys,
}

impl Bags<'_> {
    pub(super) fn read(
        &mut self,
        contents: &[u8],
        place: &str,
        budget: &mut Budget,
        depth: usize,
    ) -> Result<(), Problem> {
        let fault = |fault| damaged(fault, place);
        let mut bags = Cursor::new(contents).expect(tag::SEQUENCE, "its list of bags").map_err(fault)?.open();
        let mut number = 0;
        while !bags.is_empty() {
            number += 1;
            let place = format!("{place}, bag {number}");
            let fault = |fault| damaged(fault, &place);
            let mut bag = bags.expect(tag::SEQUENCE, "its beginning").map_err(fault)?.open();
            let kind = bag.expect(tag::OID, "its type").map_err(fault)?.value;
            let value = bag.expect(tag::CONTEXT_0, "its value").map_err(fault)?;
            let attributes = Attributes::read(bag);
            match kind {
                oid::CERT_BAG => self.certificate(value, attributes).map_err(fault)?,
                oid::KEY_BAG | oid::SHROUDED_KEY_BAG if self.keys == Keys::Leave => self.found.keys_left += 1,
                oid::KEY_BAG => {
                    let key = plain_key(Zeroizing::new(value.value.to_vec()))
                        .ok_or_else(|| fault(value.open().damaged("the key")))?;
                    self.key(key.map_err(|found| Problem::Foreign { found })?, attributes);
                }
                oid::SHROUDED_KEY_BAG => {
                    let locked = Locked::Key { alias: attributes.alias.clone() };
                    let lock = Lock { format: Format::Pkcs12, place: &place, locked };
                    let key = lock.open_key(value.value, &self.key_candidates, budget)?;
                    self.key(key, attributes);
                }
                oid::SAFE_CONTENTS_BAG if depth < DEEPEST => {
                    self.read(value.value, &place, budget, depth + 1)?
                }
                oid::CRL_BAG => self.found.ignored.push(Foreign::RevocationList),
                oid::SECRET_BAG => self.found.ignored.push(Foreign::SecretKey),
                _ => self.found.ignored.push(Foreign::Binary),
            }
        }
        Ok(())
    }

    fn certificate(&mut self, value: Element<'_>, attributes: Attributes) -> Result<(), Fault> {
        let what = "the certificate";
        let mut inside = value.open().expect(tag::SEQUENCE, what)?.open();
        if inside.expect(tag::OID, what)?.value != oid::X509_CERTIFICATE {
            self.found.ignored.push(Foreign::OtherCertificate);
            return Ok(());
        }
        let der = octets(&mut inside, what)?;
        if shape::ties(der).is_none() {
            return Err(inside.damaged(what));
        }
        self.found.certificates.push(FoundCertificate {
            der: der.to_vec(),
            alias: attributes.alias,
            key_id: attributes.key_id,
            anchor: attributes.anchor,
        });
        Ok(())
    }

    fn key(&mut self, key: crate::PrivateKey, attributes: Attributes) {
        let Attributes { alias, key_id, .. } = attributes;
        self.found.keys.push(FoundKey { key, alias, key_id, chain: None });
    }
}

#[derive(Default)]
pub(super) struct Attributes {
    alias: Option<String>,
    key_id: Option<Vec<u8>>,
    anchor: bool,
}

impl Attributes {
    /// They help and are not needed: one that can't be read is as none.
    fn read(mut bag: Cursor<'_>) -> Self {
        let mut attributes = Self::default();
        let Ok(Some(set)) = bag.optional(tag::SET, "attributes") else { return attributes };
        let mut set = set.open();
        while let Ok(attribute) = set.expect(tag::SEQUENCE, "attribute") {
            let mut attribute = attribute.open();
            let (Ok(name), Ok(values)) =
                (attribute.expect(tag::OID, "name"), attribute.expect(tag::SET, "values"))
            else {
                continue;
            };
            let Ok(value) = values.open().any("value") else { continue };
            match name.value {
                oid::FRIENDLY_NAME if value.tag == tag::BMP_STRING => {
                    let (pairs, _) = value.value.as_chunks::<2>();
                    let units = pairs.iter().map(|pair| u16::from_be_bytes(*pair));
                    attributes.alias = Some(
                        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect(),
                    );
                }
                oid::LOCAL_KEY_ID => attributes.key_id = Some(value.value.to_vec()),
                oid::TRUSTED_KEY_USAGE => attributes.anchor = true,
                _ => {}
            }
        }
        attributes
    }
}
