use super::{Malformed, Reader};

impl Reader<'_> {
    /// Reads a string.
    pub fn string(&mut self) -> Result<String, Malformed> {
        if !self.take(b'"') {
            return Err(self.expected("a string"));
        }
        let mut out = String::new();
        loop {
            let from = self.at;
            while matches!(self.byte(), Some(byte) if byte != b'"' && byte != b'\\' && byte >= b' ')
            {
                self.at += 1;
            }
            out.push_str(self.slice(from));
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                _ => return Err(self.expected("the end of the string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Malformed> {
        self.at += 2;
        Ok(match self.text.as_bytes().get(self.at - 1) {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => return self.unicode(),
            Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            _ => return Err(self.expected("an escape")),
        })
    }

    /// Reads what follows `\u`; half of a pair alone becomes U+FFFD.
    fn unicode(&mut self) -> Result<char, Malformed> {
        let high = self.hex()?;
        let after = self.at;
        if (0xd800..0xdc00).contains(&high) && self.exactly("\\u") {
            let low = self.hex()?;
            if (0xdc00..0xe000).contains(&low) {
                let pair = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(pair).unwrap_or('\u{fffd}'));
            }
            self.at = after;
        }
        Ok(char::from_u32(high).unwrap_or('\u{fffd}'))
    }

    fn hex(&mut self) -> Result<u32, Malformed> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            code = code << 4 | digit.ok_or_else(|| self.expected("four hex digits"))?;
            self.at += 1;
        }
        Ok(code)
    }
}
