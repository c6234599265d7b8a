use super::decimal::Decimal;

/// A number with so many decimal places, as C's `%.2f` has it: exact, halves to
/// the even digit. Unlike `format!("{:.2}")` it links no code of core's floats.
pub fn decimals(number: f64, places: u8) -> String {
    let mut out = String::new();
    if number.is_sign_negative() {
        out.push('-');
    }
    if !number.is_finite() {
        out.push_str(if number.is_nan() { "nan" } else { "inf" });
        return out;
    }
    let places = i32::from(places);
    let mut decimal = Decimal::of_float(number);
    decimal.round(decimal.point + places);
    fixed(&decimal, places, &mut out);
    out
}

fn fixed(decimal: &Decimal, places: i32, out: &mut String) {
    if decimal.point <= 0 {
        out.push('0');
    }
    for at in 0..decimal.point {
        out.push(char::from(b'0' + decimal.digit(at)));
    }
    if places > 0 {
        out.push('.');
    }
    for at in decimal.point..decimal.point + places {
        out.push(char::from(b'0' + decimal.digit(at)));
    }
}

/// The number in as few digits (of 15, 16 and 17; where it is a 32-bit float, of 6
/// to 9) as read back to it; none for infinities and NaN.
pub(super) fn shortest(number: f64, is_narrow: bool) -> Option<String> {
    if !number.is_finite() {
        return None;
    }
    let is_same = |back: f64| {
        if is_narrow {
            back as f32 == number.abs() as f32
        } else {
            back == number.abs()
        }
    };
    let exact = Decimal::of_float(number);
    let mut digits = if is_narrow { 6 } else { 15 };
    while digits < 17 && !is_same(exact.rounded(digits).float()) {
        digits += 1;
    }
    let short = exact.rounded(digits);
    let mut out = String::from(if number < 0.0 { "-" } else { "" });
    write(short, &mut out);
    Some(out)
}

fn write(mut number: Decimal, out: &mut String) {
    let places = number.digits.len() as i32 - number.point;
    if (-5..=21).contains(&number.point) {
        return fixed(&number, places.max(0), out);
    }
    let exponent = i64::from(number.point - 1);
    number.point = 1;
    fixed(&number, number.digits.len() as i32 - 1, out);
    out.push('e');
    out.push_str(&super::to_string(&exponent));
}
