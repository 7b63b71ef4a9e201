//! The check sum of a PKCS12 store, keyed by its password: PKCS12's own derivation with HMAC, or PBMAC1 (RFC 9579). It is the
//! only proof that a password is right; without it a wrong one looks like a damaged file.

use super::{damaged, lock};
use crate::{
    der::{self, Cursor, tag},
    encryption::{Candidates, Hash, KeyUse, Password, Refused, bmp, derive_pbkdf},
    limits::Budget,
    oid,
    problem::Problem,
};

pub(super) enum Verdict<'a> {
    Right(Password<'a>),
    Wrong,
}

const PLACE: &str = "its check sum";

pub(super) fn verify<'a>(
    mut mac: Cursor<'_>,
    content: &[u8],
    candidates: &Candidates<'a>,
    budget: &mut Budget,
) -> Result<Verdict<'a>, Problem> {
    let fault = |fault| damaged(fault, PLACE);
    let mut info = mac.expect(tag::SEQUENCE, "its beginning").map_err(fault)?.open();
    let (name, parameters) = der::algorithm(&mut info, "its algorithm").map_err(fault)?;
    let expected = info.expect(tag::OCTET_STRING, "its value").map_err(fault)?.value;
    let salt = mac.expect(tag::OCTET_STRING, "its salt").map_err(fault)?.value;
    let rounds = match mac.is_empty() {
        true => 1,
        false => mac.number("its count of rounds").map_err(fault)?,
    };
    for password in &candidates.passwords {
        let right = match name {
            oid::PBMAC1 => match pbmac1(parameters, content, expected, *password, budget) {
                Ok(right) => right,
                Err(Refused::Wrong) => false,
                Err(Refused::Unknown(name)) => return Err(lock(PLACE).unknown(name)),
                Err(Refused::Fault(broken)) => return Err(fault(broken)),
                Err(Refused::Problem(problem)) => return Err(problem),
            },
            name => {
                let hash = Hash::by_oid(name).ok_or_else(|| lock(PLACE).unknown(oid::dotted(name)))?;
                let key = hash.pkcs12(&bmp(*password), salt, rounds, hash.length(), KeyUse::Mac, budget)?;
                hash.hmac_is(&key, content, expected)
            }
        };
        if right {
            return Ok(Verdict::Right(*password));
        }
    }
    Ok(Verdict::Wrong)
}

fn pbmac1(
    mut parameters: Cursor<'_>,
    content: &[u8],
    expected: &[u8],
    password: Password<'_>,
    budget: &mut Budget,
) -> Result<bool, Refused> {
    let mut inside = parameters.expect(tag::SEQUENCE, "its parameters")?.open();
    let (derivation, derivation_parameters) = der::algorithm(&mut inside, "its key derivation")?;
    let (scheme, _) = der::algorithm(&mut inside, "its digest")?;
    let hash = Hash::by_hmac_oid(scheme).ok_or_else(|| Refused::Unknown(oid::dotted(scheme)))?;
    let key = derive_pbkdf(derivation, derivation_parameters, hash.length(), password, budget)?;
    Ok(hash.hmac_is(&key, content, expected))
}
