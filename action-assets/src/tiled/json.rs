//! Reads JSON of other editors within limits.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::fault::MapFault;
use super::files::Folder;
use super::import::ImportError;
use super::model::{self, Properties};

const MAX_DEPTH: usize = 96;
const MAX_TEXT: usize = 1 << 16;

pub(super) struct Counted {
    pub(super) bytes: Vec<u8>,
    pub(super) objects: usize,
}

pub(super) fn count(folder: &Folder, file: &Path, bytes: Vec<u8>) -> Result<Counted, ImportError> {
    let (mut depth, mut objects, mut line) = (0_usize, 0_usize, 1_usize);
    let (mut in_text, mut is_escaped) = (false, false);
    for &byte in &bytes {
        line += usize::from(byte == b'\n');
        if in_text {
            in_text = byte != b'"' || is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'{' | b'[' => {
                depth += 1;
                objects += usize::from(byte == b'{');
                if depth > MAX_DEPTH {
                    let message = MapFault::too_large(format!("values are nested more than {MAX_DEPTH} deep"));
                    return Err(folder.refused(file, line, message));
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(Counted { bytes, objects })
}

/// Reads a value. `before` is the number of lines before the text.
pub(super) fn read<'t, T: Deserialize<'t>>(
    folder: &Folder,
    file: &Path,
    text: &'t [u8],
    before: usize,
) -> Result<T, ImportError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    serde_json::from_slice(text).map_err(|error| {
        let words = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let words = words.strip_suffix(&place).unwrap_or(&words);
        folder.refused(file, before + error.line().max(1), MapFault::malformed(words))
    })
}

#[derive(Debug)]
pub(super) struct Limited<T, const MOST: usize>(pub(super) Vec<T>);

impl<T, const MOST: usize> Default for Limited<T, MOST> {
    fn default() -> Self {
        Limited(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Limited<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const MOST: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
            type Value = Limited<T, MOST>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "a list of at most {MOST} values")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(Limited(Vec::new()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    if items.len() >= MOST {
                        return Err(de::Error::custom(format!("the list has more than {MOST} values")));
                    }
                    items.push(item);
                }
                Ok(Limited(items))
            }
        }
        deserializer.deserialize_any(Items(PhantomData))
    }
}

/// A text; empty for null. Refuses long texts.
#[derive(Debug, Default, Clone)]
pub(super) struct Text(pub(super) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
        if text.len() > MAX_TEXT {
            return Err(de::Error::custom(format!("a text has at most {MAX_TEXT} bytes")));
        }
        Ok(Text(text))
    }
}

#[derive(Debug, Clone)]
pub(super) struct Value(pub(super) model::Value);

impl Default for Value {
    fn default() -> Self {
        Value(model::Value::Other)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = model::Value;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a value")
            }

            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Self::Value, E> {
                Ok(model::Value::Flag(flag))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                Ok(i32::try_from(number).map_or(model::Value::Float(number as f64), model::Value::Int))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                Ok(i32::try_from(number).map_or(model::Value::Float(number as f64), model::Value::Int))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self::Value, E> {
                Ok(model::Value::Float(number))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                if text.len() > MAX_TEXT {
                    return Err(de::Error::custom(format!("a text has at most {MAX_TEXT} bytes")));
                }
                Ok(model::Value::Text(text.to_owned()))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(model::Value::Other)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(model::Value::Other)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(model::Value::Other)
            }
        }
        deserializer.deserialize_any(Any).map(Value)
    }
}

#[derive(Debug)]
pub(super) enum Data {
    Numbers(Vec<u32>),
    Text(String),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Data;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("numbers or a text in Base64")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Data::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element()? {
                    numbers.push(number);
                }
                Ok(Data::Numbers(numbers))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Property {
    name: Text,
    value: Value,
}

pub(super) fn properties<const MOST: usize>(of: &Limited<Property, MOST>) -> Properties {
    of.0.iter().map(|property| (property.name.0.clone(), property.value.0.clone())).collect()
}
