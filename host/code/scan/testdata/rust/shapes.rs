//! Shapes. fn not_here() {}
#![allow(dead_code)]

use std::{
    collections::HashMap,
    fmt,
};
pub(crate) use self::inner::Deep;

/// The most corners: '"' and '{'.
pub const CORNERS: usize = 8; // def: CORNERS
static mut COUNT: [u8; 2] = [b'{', b'\'']; // def: COUNT

/* outer /* nested { */ still { */
#[derive(Debug, Clone)]
#[serde(rename = "x {")]
pub struct Circle<'a, T: 'a + Default = u8> // def: Circle
where
    T: Fn(&str) -> bool,
{
    name: &'a str,
    f: T,
}

struct Unit; // def: Unit
pub struct Pair(pub i32, String); // def: Pair
pub enum Kind { // def: Kind
    A { x: i32 },
    B(String),
}
union Bits { a: u32, b: f32 } // def: Bits
type Map<K> = HashMap<K, fn(&K) -> bool>; // def: Map

/// Has an area.
pub trait Shape: fmt::Debug { // def: Shape
    type Out;
    const SIDES: u8 = 0;
    /// Says how large.
    fn area(&self) -> f64; // def: Shape.area
    fn twice(&self) -> f64 { // def: Shape.twice
        self.area() * 2.0
    }
}

impl<'a, T> Shape for Circle<'a, T>
where
    T: Fn(&str) -> bool + Default,
{
    type Out = fn(u8) -> u8;
    #[inline]
    /// Behind its attribute.
    fn area(&self) -> f64 { // def: Circle.area
        let c = '{';
        let s = r#"} " fn x() {"#;
        match self.name { "a" => 1.0, _ => 2.0 }
    }
}

impl<T> From<T> for crate::Wrapper<T> {
    fn from(t: T) -> Self { Self(t) } // def: Wrapper.from
}
impl dyn Shape<Out = u8> { pub unsafe extern "C" fn raw(&self) {} } // def: Shape.raw
impl Extend<u8> for &mut [u8] {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, i: I) {} // def: Extend.extend
}

pub const fn square(x: i32) -> impl Iterator<Item = i32> { // def: square
    fn nested() {}
    std::iter::once(x * x)
}
pub async fn fetch<const N: usize>(a: [u8; N]) -> Result<(), Box<dyn std::error::Error>> { Ok(()) } // def: fetch
fn r#type() {} // def: type

#[macro_export]
macro_rules! list { // def: list
    ($($x:expr),*) => { vec![$($x),*] };
}
list! { fn hidden() {} }
thread_local!(static X: u8 = 1);

extern "C" {
    fn strlen(s: *const u8) -> usize; // def: strlen
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() { assert!(true) } // def: works
}
