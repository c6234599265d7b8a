//! The numbers of this crate against those of std.

use impressionism::decimals;
use impressionism::json::{from_str, to_string};

/// Numbers that look like noise and are the same in every run (xorshift64).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Floats of every size, those between 0 and 2 more often, and edges.
fn floats(count: usize) -> Vec<f64> {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    let mut floats = vec![
        0.0, -0.0, 1.0, 0.125, 0.375, 0.5, 2.5, 0.995, 9.995, 1e22, 1e23, 5e-324,
    ];
    floats.extend([
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::EPSILON,
        2.225073858507201e-308,
    ]);
    floats.extend([
        9007199254740993.0,
        0.1 + 0.2,
        4.35,
        1.005,
        123456789012345680.0,
    ]);
    while floats.len() < count {
        floats.push(f64::from_bits(noise.next()));
        floats.push((noise.next() >> 11) as f64 / (1u64 << 52) as f64);
        floats.push((noise.next() % 20_000) as f64 / 10_000.0);
    }
    floats.retain(|float| float.is_finite());
    floats
}

/// Ensure that what is written reads back to the same float, here and in std: the
/// host compares scores.
#[test]
fn written_floats_read_back() {
    for float in floats(6_000) {
        let text = to_string(&float);
        assert_eq!(
            text.parse::<f64>(),
            Ok(float),
            "std reads {text} for {float:e}"
        );
        assert_eq!(from_str(&text), Ok(float), "{text} for {float:e}");
    }
}

/// Ensure that any way to write a number is read as std reads it.
#[test]
fn floats_are_read_exactly() {
    let mut noise = Noise(7);
    let mut texts: Vec<String> = floats(6_000)
        .iter()
        .map(|float| format!("{float:e}"))
        .collect();
    for _ in 0..1_500 {
        let (whole, fraction) = (noise.next(), noise.next());
        texts.push(format!("{}.{fraction}", whole >> (noise.next() % 64)));
        texts.push(format!("{whole}e{}", noise.next() as i64 % 400));
        texts.push(format!(
            "0.{}{fraction}",
            "0".repeat((noise.next() % 30) as usize)
        ));
    }
    texts.push(format!("1.{}1", "0".repeat(900)));
    texts.push(format!("9007199254740993.{}1", "0".repeat(900)));
    texts.push(format!("9007199254740993.{}1", "0".repeat(770)));
    texts.extend(["1e99999999999", "1e-99999999999", "-1E+2", "2.47e-324"].map(String::from));
    for text in texts {
        assert_eq!(
            from_str(&text).as_ref(),
            Ok(&text.parse::<f64>().unwrap()),
            "{text}"
        );
    }
}

/// Ensure that `decimals` is C's `%.2f`, halves to the even digit.
#[test]
fn decimals_are_exact() {
    for float in floats(4_000) {
        for places in [0, 2, 4] {
            let want = format!("{float:.*}", usize::from(places));
            assert_eq!(
                decimals(float, places),
                want,
                "{float:e} with {places} places"
            );
        }
    }
    assert_eq!(decimals(0.125, 2), "0.12");
    assert_eq!(decimals(0.375, 2), "0.38");
    assert_eq!(decimals(f64::NAN, 2), "nan");
    assert_eq!(decimals(f64::NEG_INFINITY, 2), "-inf");
}

/// Ensure that a part of a vector is written as short as a 32-bit float needs, and
/// reads back to the same.
#[test]
fn small_floats_are_short() {
    assert_eq!(to_string(&vec![0.1f32, -3.0, 1e-8]), "[0.1,-3,1e-8]");
    let mut noise = Noise(3);
    for _ in 0..4_000 {
        let float = f32::from_bits(noise.next() as u32);
        if float.is_finite() {
            let text = to_string(&float);
            assert_eq!(text.parse::<f32>(), Ok(float), "{text}");
            assert_eq!(from_str(&text), Ok(float), "{text}");
        }
    }
}

/// Ensure that whole numbers keep every digit, and that others are no whole numbers.
#[test]
fn whole_numbers() {
    for number in [0, -1, 42, i64::MAX, i64::MIN] {
        assert_eq!(to_string(&number), number.to_string());
        assert_eq!(from_str(&number.to_string()), Ok(number));
    }
    assert_eq!(from_str("3.0"), Ok(3i64));
    assert_eq!(from_str("1e3"), Ok(1000i64));
    for text in [
        "9223372036854775808",
        "0.5",
        "1e30",
        "01",
        "+1",
        "1.",
        ".5",
        "-",
        "1e",
        "0x1",
        "",
    ] {
        assert!(from_str::<i64>(text).is_err(), "{text}");
    }
}
