//! Normalization of numbers.

/// Normalizes a decimal number without rounding; `None` if it is invalid. Drops underscores, a plus sign, leading zeros
/// and an empty fraction.
pub fn normal_number(text: &str) -> Option<String> {
    let (minus, unsigned) = match text.as_bytes().first()? {
        b'-' => ("-", &text[1..]),
        b'+' => ("", &text[1..]),
        _ => ("", text),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (whole, fraction) = (digits(whole)?, digits(fraction)?);
    if whole.is_empty() && fraction.is_empty() || unsigned.starts_with('_') {
        return None;
    }
    let mut normal = format!("{minus}{}", without_leading_zeros(&whole));
    if !fraction.is_empty() {
        normal.push('.');
        normal.push_str(&fraction);
    }
    if let Some(exponent) = exponent {
        let (sign, power) = match exponent.strip_prefix('-') {
            Some(power) => ("-", power),
            None => ("", exponent.strip_prefix('+').unwrap_or(exponent)),
        };
        let power = digits(power).filter(|power| !power.is_empty())?;
        normal.push('e');
        normal.push_str(sign);
        normal.push_str(without_leading_zeros(&power));
    }
    Some(normal)
}

fn digits(text: &str) -> Option<String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    plain.then(|| text.replace('_', ""))
}

fn without_leading_zeros(digits: &str) -> &str {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }
}
