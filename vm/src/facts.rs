//! Hashes of meaning: order-independent sums over named facts without default values, so that a new, empty column keeps
//! the hash. They guard against accidents, not attackers.

use serde::ser::{self, Serialize};
use std::fmt;

pub(crate) const fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub(crate) const fn name(text: &str) -> u64 {
    let (bytes, mut hash, mut at) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        hash = mix(hash ^ bytes[at] as u64);
        at += 1;
    }
    mix(hash ^ bytes.len() as u64)
}

pub(crate) const fn fact(name: u64, whose: u64, value: u64) -> u64 {
    mix(mix(name ^ mix(whose)) ^ value)
}

pub(crate) const fn number(name: u64, whose: u64, value: i64) -> u64 {
    if value == 0 { 0 } else { fact(name, whose, value as u64) }
}

/// Sums the facts of a value: fields by name, elements by index, variants by name. Empty and zero fields and first
/// variants count as default.
pub(crate) fn of<T: Serialize + ?Sized>(value: &T, part: &str) -> u64 {
    let mut sum = 0;
    let facts = FactSum { sum: &mut sum, path: name(part) };
    match value.serialize(facts) {
        Ok(()) => sum,
        Err(Unnamed) => 0,
    }
}

#[derive(Debug)]
pub(crate) struct Unnamed;

impl fmt::Display for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value without a name")
    }
}

impl std::error::Error for Unnamed {}

impl ser::Error for Unnamed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

struct FactSum<'f> {
    sum: &'f mut u64,
    path: u64,
}

impl<'f> FactSum<'f> {
    fn variant(mut self, variant: &'static str) -> Elements<'f> {
        self.add(2, name(variant));
        self.path = mix(self.path ^ name(variant));
        Elements { facts: self, at: 0 }
    }

    fn at(&mut self, step: u64) -> FactSum<'_> {
        FactSum { sum: self.sum, path: mix(self.path ^ mix(step)) }
    }

    fn add(&mut self, whose: u64, value: u64) {
        *self.sum = self.sum.wrapping_add(fact(self.path, whose, value));
    }

    fn value(mut self, value: u64) -> Result<(), Unnamed> {
        if value != 0 {
            self.add(0, value);
        }
        Ok(())
    }
}

macro_rules! scalars {
    ($($method:ident $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<(), Unnamed> {
            self.value(value as u64)
        })*
    };
}

impl<'f> ser::Serializer for FactSum<'f> {
    type Ok = ();
    type Error = Unnamed;
    type SerializeSeq = Elements<'f>;
    type SerializeTuple = Elements<'f>;
    type SerializeTupleStruct = Elements<'f>;
    type SerializeTupleVariant = Elements<'f>;
    type SerializeMap = Elements<'f>;
    type SerializeStruct = Elements<'f>;
    type SerializeStructVariant = Elements<'f>;

    scalars!(
        serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_char char
    );

    fn serialize_f32(self, value: f32) -> Result<(), Unnamed> {
        self.value(u64::from(value.to_bits()))
    }

    fn serialize_f64(self, value: f64) -> Result<(), Unnamed> {
        self.value(value.to_bits())
    }

    fn serialize_str(self, value: &str) -> Result<(), Unnamed> {
        self.value(if value.is_empty() { 0 } else { name(value) })
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unnamed> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Unnamed> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), Unnamed> {
        self.add(1, 1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unnamed> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unnamed> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, variant: &'static str) -> Result<(), Unnamed> {
        self.value(if index == 0 { 0 } else { name(variant) })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unnamed> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unnamed> {
        self.add(2, name(variant));
        value.serialize(self.at(name(variant)))
    }

    fn serialize_seq(mut self, length: Option<usize>) -> Result<Elements<'f>, Unnamed> {
        if let Some(length @ 1..) = length {
            self.add(3, length as u64);
        }
        Ok(Elements { facts: self, at: 0 })
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements<'f>, Unnamed> {
        Ok(Elements { facts: self, at: 0 })
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'f>, Unnamed> {
        Ok(Elements { facts: self, at: 0 })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements<'f>, Unnamed> {
        Ok(self.variant(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Elements<'f>, Unnamed> {
        Ok(Elements { facts: self, at: 0 })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Elements<'f>, Unnamed> {
        Ok(Elements { facts: self, at: 0 })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements<'f>, Unnamed> {
        Ok(self.variant(variant))
    }
}

struct Elements<'f> {
    facts: FactSum<'f>,
    at: u64,
}

impl Elements<'_> {
    fn next<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unnamed> {
        self.at += 1;
        let at = self.at;
        value.serialize(self.facts.at(at))
    }

    fn field<T: Serialize + ?Sized>(&mut self, field: &'static str, value: &T) -> Result<(), Unnamed> {
        value.serialize(self.facts.at(name(field)))
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident),*) => {
        $(impl ser::$trait for Elements<'_> {
            type Ok = ();
            type Error = Unnamed;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unnamed> {
                self.next(value)
            }

            fn end(self) -> Result<(), Unnamed> {
                Ok(())
            }
        })*
    };
}

elements!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field);

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Elements<'_> {
            type Ok = ();
            type Error = Unnamed;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, field: &'static str, value: &T) -> Result<(), Unnamed> {
                self.field(field, value)
            }

            fn end(self) -> Result<(), Unnamed> {
                Ok(())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Elements<'_> {
    type Ok = ();
    type Error = Unnamed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unnamed> {
        self.next(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unnamed> {
        self.next(value)
    }

    fn end(self) -> Result<(), Unnamed> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[derive(Serialize)]
    struct Old {
        health: i32,
        names: Vec<&'static str>,
    }

    #[derive(Serialize)]
    struct New {
        health: i32,
        stamina: i32,
        burns: Option<u8>,
        names: Vec<&'static str>,
        mode: Mode,
    }

    #[derive(Serialize)]
    enum Mode {
        Usual,
        Other,
    }

    #[test]
    fn what_says_the_default_says_nothing() {
        let sum = |health, stamina, burns, names: &[&'static str], mode| {
            of(&New { health, stamina, burns, names: names.to_vec(), mode }, "")
        };
        let old = of(&Old { health: 3, names: vec!["a", ""] }, "");
        assert_eq!(sum(3, 0, None, &["a", ""], Mode::Usual), old, "new fields with nothing in them");
        for other in [
            sum(4, 0, None, &["a", ""], Mode::Usual),
            sum(3, 1, None, &["a", ""], Mode::Usual),
            sum(3, 0, Some(0), &["a", ""], Mode::Usual),
            sum(3, 0, None, &["a"], Mode::Usual),
            sum(3, 0, None, &["", "a"], Mode::Usual),
            sum(3, 0, None, &["a", ""], Mode::Other),
        ] {
            assert_ne!(other, old);
        }
        assert_ne!(of(&1, "health"), of(&1, "shield"));
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Wrapped(i32);

    #[derive(Serialize)]
    struct Pair(i32, i32);

    #[derive(Serialize)]
    enum Shape {
        Nothing,
        One(i32),
        Two(i32, i32),
        Named { width: i32 },
    }

    #[test]
    fn every_shape_of_a_value_has_its_own_sum() {
        let map = |key: i32, value: i32| std::collections::BTreeMap::from([(key, value)]);
        let default = [
            of(&0, ""),
            of(&false, ""),
            of(&0.0_f32, ""),
            of(&0.0_f64, ""),
            of("", ""),
            of(&(), ""),
            of(&Unit, ""),
            of(&None::<i32>, ""),
            of(&Wrapped(0), ""),
            of(&(0, 0), ""),
            of(&Shape::Nothing, ""),
            of(&Vec::<i32>::new(), ""),
            of(&map(0, 0), ""),
        ];
        assert_eq!(default, [0; 13]);
        let sums = [
            ("a number", of(&1, "")),
            ("a fraction", of(&1.0_f32, "")),
            ("a wider fraction", of(&1.0_f64, "")),
            ("a letter", of(&'a', "")),
            ("a word", of("a", "")),
            ("some of nothing", of(&Some(0), "")),
            ("some", of(&Some(1), "")),
            ("a list of nothing", of(&[0][..], "")),
            ("a list", of(&[1][..], "")),
            ("two in a list", of(&[1, 0][..], "")),
            ("a first", of(&(1, 0), "")),
            ("a second", of(&(0, 1), "")),
            ("one of a variant", of(&Shape::One(1), "")),
            ("none of a variant", of(&Shape::One(0), "")),
            ("two of a variant", of(&Shape::Two(1, 2), "")),
            ("they in turn", of(&Shape::Two(2, 1), "")),
            ("a named one", of(&Shape::Named { width: 1 }, "")),
        ];
        for (at, (name, sum)) in sums.iter().enumerate() {
            assert!(sums[..at].iter().all(|(_, other)| other != sum) && *sum != 0, "{name}");
        }
        assert_eq!(of(&Wrapped(1), ""), of(&1, ""), "a wrapped value is the value");
        assert_eq!(of(&Pair(1, 2), ""), of(&(1, 2), ""), "so are fields without names");
        assert_eq!(of(&map(1, 2), ""), of(&(1, 2), ""), "and a key with its value");
        let text: Vec<String> = sums.iter().map(|(name, sum)| format!("{sum:016x} {name}")).collect();
        expect_test::expect![[r#"
            08b4fda8c892b50e a number
            3d3b402da053b727 a fraction
            03953eea0e693074 a wider fraction
            8fcc9d57ed83f50d a letter
            ab4fdd41f1303428 a word
            187fe8edac0e9eee some of nothing
            2134e69674a153fc some
            f863dfabf6b1055d a list of nothing
            1d7a7306d5beae4b a list
            d1f1d626736fb9ae two in a list
            2516935adf0da8ee a first
            de84f5135fd8a6d7 a second
            ce72c8c2be4795f4 one of a variant
            9d9274b98de81ff9 none of a variant
            60e79785994ebf38 two of a variant
            c16dbf814adcfd23 they in turn
            ceafd06560278315 a named one
        "#]]
        .assert_eq(&format!("{}\n", text.join("\n")));
    }
}
