//! Reads custom properties. Tiled's default type is text, so numbers may be texts or floats.

use super::model::{Kind, Object, Value};

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` has the wrong type")]
pub(super) struct OtherValue(pub(super) String);

pub(super) fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Text(text) => Some(text.trim().to_owned()),
        Value::Int(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Flag(flag) => Some(flag.to_string()),
        Value::Other => None,
    }
}

/// Reads an integer.
///
/// # Errors
///
/// Returns another value as text.
pub(super) fn number(value: Option<&Value>) -> Result<Option<i32>, OtherValue> {
    let whole = |number: f64| {
        let fits = number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX);
        fits.then_some(number as i32).ok_or_else(|| OtherValue(number.to_string()))
    };
    match value {
        None => Ok(None),
        Some(Value::Int(number)) => Ok(Some(*number)),
        Some(Value::Float(number)) => whole(*number).map(Some),
        Some(Value::Text(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::Text(text)) => match text.trim().parse::<f64>() {
            Ok(number) => whole(number).map(Some),
            Err(_) => Err(OtherValue(text.clone())),
        },
        Some(other) => Err(OtherValue(text(Some(other)).unwrap_or_else(|| "a value of the wrong type".to_owned()))),
    }
}

/// Reads a flag.
///
/// # Errors
///
/// Returns another value as text.
pub(super) fn flag(value: Option<&Value>) -> Result<bool, OtherValue> {
    match value {
        None => Ok(false),
        Some(Value::Flag(flag)) => Ok(*flag),
        Some(other) => match text(Some(other)).unwrap_or_default().to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" | "" => Ok(false),
            other => Err(OtherValue(other.to_owned())),
        },
    }
}

pub(super) fn of_object<'v>(object: &'v Object, tile: Option<&'v Kind>, name: &str) -> Option<&'v Value> {
    object.properties.get(name).or_else(|| tile?.properties.get(name))
}
