//! How a reply becomes the type that was asked for: its text is read into one plain tree, and each type takes its parts out of
//! that. Read straight out of the text, every type would bring a reader of JSON of its own, which was a quarter of the page.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor},
};

/// What a text doesn't say that it should.
#[derive(Debug)]
pub struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

impl de::Error for Unfit {
    #[inline(never)]
    fn custom<T: fmt::Display>(what: T) -> Unfit {
        Unfit(what.to_string())
    }
}

/// Reads a text as a type.
///
/// # Errors
/// It is no JSON, or doesn't hold what the type needs.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unfit> {
    T::deserialize(tree(text)?)
}

#[inline(never)]
fn tree(text: &str) -> Result<Tree, Unfit> {
    serde_json::from_str(text).map_err(de::Error::custom)
}

/// JSON as it stands, in its order.
pub enum Tree {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Real(f64),
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tree, D::Error> {
        struct Grow;
        impl<'de> Visitor<'de> for Grow {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_unit<E>(self) -> Result<Tree, E> {
                Ok(Tree::Null)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
                Ok(Tree::Bool(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
                Ok(Tree::Unsigned(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
                Ok(Tree::Signed(value))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
                Ok(Tree::Real(value))
            }
            fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
                Ok(Tree::Text(value.to_owned()))
            }
            fn visit_string<E>(self, value: String) -> Result<Tree, E> {
                Ok(Tree::Text(value))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tree, A::Error> {
                let mut all = Vec::new();
                while let Some(one) = seq.next_element()? {
                    all.push(one);
                }
                Ok(Tree::List(all))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
                let mut all = Vec::new();
                while let Some(one) = map.next_entry()? {
                    all.push(one);
                }
                Ok(Tree::Map(all))
            }
        }
        deserializer.deserialize_any(Grow)
    }
}

impl Tree {
    #[inline(never)]
    fn unfit(&self, wanted: &str) -> Unfit {
        let is = match self {
            Tree::Null => "nothing",
            Tree::Bool(_) => "yes or no",
            Tree::Unsigned(_) | Tree::Signed(_) | Tree::Real(_) => "a number",
            Tree::Text(_) => "a text",
            Tree::List(_) => "a list",
            Tree::Map(_) => "a map",
        };
        Unfit(format!("it holds {is} where {wanted} belongs"))
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(
            // Whether it is in range is for the type to say.
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
                match self {
                    Tree::Unsigned(value) => visitor.visit_u64(value),
                    Tree::Signed(value) => visitor.visit_i64(value),
                    Tree::Real(value) => visitor.visit_f64(value),
                    other => Err(other.unfit("a number")),
                }
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Tree {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(value),
            Tree::Unsigned(value) => visitor.visit_u64(value),
            Tree::Signed(value) => visitor.visit_i64(value),
            Tree::Real(value) => visitor.visit_f64(value),
            Tree::Text(value) => visitor.visit_string(value),
            Tree::List(all) => visitor.visit_seq(List(all.into_iter())),
            Tree::Map(all) => visitor.visit_map(Map { rest: all.into_iter(), value: Tree::Null }),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Tree::Bool(value) => visitor.visit_bool(value),
            other => Err(other.unfit("yes or no")),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_string(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Tree::Text(value) => visitor.visit_string(value),
            other => Err(other.unfit("a text")),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unfit> {
        Err(self.unfit("bytes"))
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unfit> {
        Err(self.unfit("bytes"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Tree::Null => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Tree::Null => visitor.visit_unit(),
            other => Err(other.unfit("nothing")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Tree::List(all) => {
                let mut list = List(all.into_iter());
                let read = visitor.visit_seq(&mut list)?;
                list.ended()?;
                Ok(read)
            }
            other => Err(other.unfit("a list")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Tree::Map(all) => visitor.visit_map(Map { rest: all.into_iter(), value: Tree::Null }),
            other => Err(other.unfit("a map")),
        }
    }

    /// From its names only: from a list as well would be all of it twice.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        let (name, value) = match self {
            Tree::Text(name) => (name, Tree::Null),
            Tree::Map(all) => {
                let mut all = all.into_iter();
                match (all.next(), all.next()) {
                    (Some(one), None) => one,
                    _ => return Err(Unfit("it holds several things where one of a kind belongs".to_owned())),
                }
            }
            other => return Err(other.unfit("one of a kind")),
        };
        visitor.visit_enum(One { name, value })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_string(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_unit()
    }
}

struct List(std::vec::IntoIter<Tree>);

impl List {
    #[inline(never)]
    fn ended(&self) -> Result<(), Unfit> {
        if self.0.len() == 0 {
            Ok(())
        } else {
            Err(Unfit("it holds a longer list than belongs there".to_owned()))
        }
    }
}

impl<'de> SeqAccess<'de> for List {
    type Error = Unfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unfit> {
        match self.0.next() {
            Some(one) => seed.deserialize(one).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Map {
    rest: std::vec::IntoIter<(String, Tree)>,
    value: Tree,
}

impl Map {
    #[inline(never)]
    fn next_key(&mut self) -> Option<String> {
        let (key, value) = self.rest.next()?;
        self.value = value;
        Some(key)
    }

    #[inline(never)]
    fn value(&mut self) -> Tree {
        std::mem::replace(&mut self.value, Tree::Null)
    }
}

impl<'de> MapAccess<'de> for Map {
    type Error = Unfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unfit> {
        match self.next_key() {
            Some(key) => seed.deserialize(Tree::Text(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Unfit> {
        seed.deserialize(self.value())
    }
}

/// One of an enum's variants.
struct One {
    name: String,
    value: Tree,
}

impl<'de> EnumAccess<'de> for One {
    type Error = Unfit;
    type Variant = Tree;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Tree), Unfit> {
        Ok((seed.deserialize(Tree::Text(self.name))?, self.value))
    }
}

impl<'de> VariantAccess<'de> for Tree {
    type Error = Unfit;

    fn unit_variant(self) -> Result<(), Unfit> {
        match self {
            Tree::Null => Ok(()),
            other => Err(other.unfit("nothing")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unfit> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        self.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests;
