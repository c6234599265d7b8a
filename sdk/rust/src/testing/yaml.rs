//! YAML as JSON, with the line from which each part of it is.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput, Tag};

use crate::json::{self, Malformed, Read};

/// Bytes with all aliases written out.
const EXPANDED_MAX: usize = 4 << 20;
const DEPTH_MAX: usize = 32;

/// Reads one document; a field that the type does not have is an error.
pub(super) fn from_str<T: Read>(text: &str) -> Result<T, String> {
    let mut converter = Converter {
        events: Parser::new_from_str(text),
        out: String::new(),
        lines: vec![],
        anchors: HashMap::new(),
    };
    converter.document()?;
    json::from_str_strict(&converter.out).map_err(|wrong| converter.place(&wrong))
}

struct Converter<'a> {
    events: Parser<'a, StrInput<'a>>,
    out: String,
    lines: Vec<(usize, usize)>, // offsets in `out` and their lines
    anchors: HashMap<usize, String>,
}

type Found<'a> = (Event<'a>, Span);

impl<'a> Converter<'a> {
    fn place(&self, wrong: &Malformed) -> String {
        let at = self
            .lines
            .partition_point(|(offset, _)| *offset <= wrong.at);
        let line = self
            .lines
            .get(at.wrapping_sub(1))
            .map_or(1, |(_, line)| *line);
        format!("line {line}: {}", wrong.what)
    }

    fn next(&mut self) -> Result<Found<'a>, String> {
        match self.events.next_event() {
            Some(Ok(found)) => Ok(found),
            Some(Err(wrong)) => Err(format!("line {}: {}", wrong.marker().line(), wrong.info())),
            None => Err("the file ends too early".into()),
        }
    }

    fn document(&mut self) -> Result<(), String> {
        let mut documents = 0;
        loop {
            let found = self.next()?;
            match found.0 {
                Event::StreamStart | Event::DocumentEnd | Event::Nothing => {}
                Event::DocumentStart(_) => documents += 1,
                Event::StreamEnd if documents == 0 => return Err("the file is empty".into()),
                Event::StreamEnd => return Ok(()),
                _ if documents > 1 => {
                    return Err(
                        "there is more than one document; write one scenario to a file".into(),
                    )
                }
                _ => self.node(found, 0)?,
            }
        }
    }

    fn node(&mut self, (event, span): Found<'a>, depth: usize) -> Result<(), String> {
        let line = span.start.line();
        if depth > DEPTH_MAX || self.out.len() > EXPANDED_MAX {
            return Err(format!("line {line}: nested deeper than {DEPTH_MAX}, or beyond {EXPANDED_MAX} bytes with all aliases written out"));
        }
        let start = self.out.len();
        self.lines.push((start, line));
        let anchor = match event {
            Event::Alias(anchor) => {
                let text = self.anchors.get(&anchor).ok_or(format!(
                    "line {line}: the alias stands inside of what it names"
                ))?;
                self.out.push_str(text);
                return Ok(());
            }
            Event::Scalar(text, style, anchor, tag) => {
                let scalar = scalar(&text, style, tag.as_deref())
                    .map_err(|wrong| format!("line {line}: {wrong}"))?;
                self.out.push_str(&scalar);
                anchor
            }
            Event::SequenceStart(anchor, _) => self.sequence(depth).map(|()| anchor)?,
            Event::MappingStart(anchor, _) => self.mapping(depth).map(|()| anchor)?,
            other => return Err(format!("line {line}: did not expect {other:?}")),
        };
        if anchor > 0 {
            self.anchors.insert(anchor, self.out[start..].to_owned());
        }
        Ok(())
    }

    fn sequence(&mut self, depth: usize) -> Result<(), String> {
        self.out.push('[');
        for index in 0.. {
            let found = self.next()?;
            if found.0 == Event::SequenceEnd {
                break;
            }
            if index > 0 {
                self.out.push(',');
            }
            self.node(found, depth + 1)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn mapping(&mut self, depth: usize) -> Result<(), String> {
        self.out.push('{');
        let mut names = Vec::new();
        loop {
            let (event, span) = self.next()?;
            let line = span.start.line();
            let name = match event {
                Event::MappingEnd => break,
                Event::Scalar(name, ..) if name != "<<" => name.into_owned(),
                _ => return Err(format!("line {line}: a key is no plain name")),
            };
            if names.contains(&name) {
                return Err(format!("line {line}: {name} stands there twice"));
            }
            if !names.is_empty() {
                self.out.push(',');
            }
            self.lines.push((self.out.len(), line));
            self.out.push_str(&json::to_string(&name));
            self.out.push(':');
            names.push(name);
            let value = self.next()?;
            self.node(value, depth + 1)?;
        }
        self.out.push('}');
        Ok(())
    }
}

/// A scalar by YAML 1.2's core schema.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<String, String> {
    let is_text = tag.is_some_and(|tag| {
        tag.is_yaml_core_schema() && tag.suffix == "str"
            || tag.handle == "!" && tag.suffix.is_empty()
    });
    if is_text || style != ScalarStyle::Plain {
        return Ok(json::to_string(text));
    }
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => "null".into(),
        "true" | "True" | "TRUE" => "true".into(),
        "false" | "False" | "FALSE" => "false".into(),
        _ => match number(text) {
            Some(number) if number.is_finite() => json::to_string(&number),
            Some(_) => return Err(format!("{text} is no number that JSON has")),
            None => json::to_string(text),
        },
    })
}

fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    let whole = |digits, radix| {
        u64::from_str_radix(digits, radix)
            .ok()
            .map(|number| sign * number as f64)
    };
    match unsigned.split_at_checked(2) {
        Some(("0x", digits)) => return whole(digits, 16),
        Some(("0o", digits)) => return whole(digits, 8),
        Some(("0b", digits)) => return whole(digits, 2),
        _ => {}
    }
    match unsigned {
        ".inf" | ".Inf" | ".INF" => Some(f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" => Some(f64::NAN),
        _ if unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
            text.parse().ok()
        }
        _ => None,
    }
}
