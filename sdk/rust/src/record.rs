//! `record!` defines a struct that crosses between host and guest.

/// Defines structs and how they are read and written. A field that is missing or
/// null is its type's default, and an `Option` that is `None` is not written. The
/// names of the fields are those on the wire; `r#` is left out.
macro_rules! record {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)* })*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }

        impl $crate::json::ReadRecord for $name {
            #[allow(unused_variables)] // there are records without fields
            fn read_field(
                &mut self,
                name: &str,
                from: &mut $crate::json::Reader,
            ) -> Result<bool, $crate::json::Malformed> {
                $(if name == const { $crate::record::wire_name(stringify!($field)) } {
                    self.$field = $crate::json::Read::read(from)?;
                    return Ok(true);
                })*
                Ok(false)
            }
        }

        impl $crate::json::WriteRecord for $name {
            #[allow(unused_variables)]
            fn write_fields(&self, to: &mut $crate::json::Writer) {
                $(to.field(const { $crate::record::wire_name(stringify!($field)) }, &self.$field);)*
            }
        }

        impl $crate::json::Read for $name {
            fn read(from: &mut $crate::json::Reader) -> Result<Self, $crate::json::Malformed> {
                let mut record = Self::default();
                from.record(&mut record)?;
                Ok(record)
            }
        }

        impl $crate::json::Write for $name {
            fn write(&self, to: &mut $crate::json::Writer) {
                to.record(self);
            }
        }
    )* };
}

pub(crate) use record;

/// The name of a field on the wire: `r#type` is `type` there.
pub(crate) const fn wire_name(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', name @ ..] => match std::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => field,
        },
        _ => field,
    }
}
