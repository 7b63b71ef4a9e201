//! How an enum with a tag is read: all fields that any of its variants may have, and then the variant that the tag says. Serde's own way keeps a
//! copy of everything first, and reads each variant out of that in two ways; in the window's page that was several times as much
//! code. Written it is by serde, as ever, and both are held against each other by a test.

/// `tagged!(Name by "tag": fields { a: A, b: B } One, Two { a must, b opt }, Three { a may })`: a field that must be there, is an `Option` of the
/// variant's own, may be left out for its default, or (`of`) is what becomes of another type.
macro_rules! tagged {
    ($name:ident by $tag:literal: fields { $($field:ident: $type:ty),* $(,)? }
        $($variant:ident $({ $($part:ident $how:ident),* $(,)? })?),* $(,)?) => {
        const _: () = {
            #[derive(serde::Deserialize)]
            #[serde(rename_all = "snake_case")]
            enum Kind {
                $($variant,)*
            }

            #[derive(serde::Deserialize)]
            struct Parts {
                #[serde(rename = $tag)]
                kind: Kind,
                $(#[serde(default)] $field: Option<$type>,)*
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                    let parts = Parts::deserialize(deserializer)?;
                    let whole = move || {
                        Some(match parts.kind {
                            $(Kind::$variant => {
                                $name::$variant $({ $($part: $crate::tagged::part!($how parts.$part),)* })?
                            })*
                        })
                    };
                    let missing = || serde::de::Error::custom(concat!(stringify!($name), " without all its parts"));
                    whole().ok_or_else(missing)
                }
            }
        };
    };
}

macro_rules! part {
    (must $part:expr) => {
        $part?
    };
    (opt $part:expr) => {
        $part
    };
    (of $part:expr) => {
        Option::from($part?)?
    };
    (may $part:expr) => {
        $part.unwrap_or_default()
    };
}

pub(crate) use {part, tagged};

#[cfg(test)]
mod tests;
