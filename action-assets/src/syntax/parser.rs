//! The parser. After a fault it continues at the next comma or closing bracket.

use std::collections::BTreeSet;

use super::lexer::{Bracket, Token, lex};
use super::{Faults, FieldNode, MAX_BYTES, MAX_DEPTH, MAX_TOKENS, Node, NodeKind, Span, is_name};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Parses a file. After syntax errors the tree contains [`NodeKind::Invalid`]. Returns `None` for an empty file,
/// invalid UTF-8, or a file beyond a limit.
pub fn parse(file: &str, bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<Node> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file has {} bytes; the maximum is {MAX_BYTES}", bytes.len());
        diagnostics.push(Diagnostic::error("file-too-large", message).file(file));
        return None;
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            diagnostics.add_source(file, String::from_utf8_lossy(bytes));
            let at = error.valid_up_to();
            let diagnostic = Diagnostic::error("not-utf8", "the file is not UTF-8 from here on");
            diagnostics.push(diagnostic.file(file).at(Span::new(at, at + '\u{fffd}'.len_utf8())));
            return None;
        }
    };
    diagnostics.add_source(file, text);
    let mut faults = Faults { file, diagnostics };
    let tokens = lex(text, &mut faults);
    if tokens.len() > MAX_TOKENS {
        let message = format!("the file has more than {MAX_TOKENS} names, values and signs");
        faults.error(Span::new(0, 0), "file-too-large", message);
        return None;
    }
    Parser { text, tokens, at: 0, open: Vec::new(), end_reported: false, bracket_reported: false, faults }.file()
}

struct Parser<'d> {
    text: &'d str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    open: Vec<Bracket>,
    end_reported: bool,
    /// After a wrong bracket, text behind the asset is probably part of it and not reported.
    bracket_reported: bool,
    faults: Faults<'d>,
}

impl Parser<'_> {
    fn file(mut self) -> Option<Node> {
        if *self.token() == Token::End {
            self.faults.error(self.span(), "empty-file", "the file contains no asset");
            return None;
        }
        let node = self.value(0);
        let after_bad = self.tokens[self.at.saturating_sub(1)].0 == Token::Bad;
        let excused = after_bad || self.bracket_reported;
        if !excused && !matches!(self.token(), Token::End | Token::Bad) {
            let found = describe(self.token());
            let message = format!("expected the end of the file, found {found}");
            let help = "a file contains exactly one asset";
            self.faults.error_with_help(self.span(), "trailing-text", message, help);
        }
        Some(node)
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn following(&self) -> &Token {
        self.tokens.get(self.at + 1).map_or(&Token::End, |(token, _)| token)
    }

    fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn bump(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn value(&mut self, depth: usize) -> Node {
        let span = self.span();
        let kind = match self.token().clone() {
            Token::Number(number) => NodeKind::Number(number),
            Token::Text(text) => NodeKind::Text(text),
            Token::Name(name) if *self.following() == Token::Open(Bracket::Round) => {
                self.bump();
                return self.bracketed(Some((name, span)), Bracket::Round, depth);
            }
            Token::Name(name) => match name.as_str() {
                "true" => NodeKind::Bool(true),
                "false" => NodeKind::Bool(false),
                _ => NodeKind::Ident(name),
            },
            Token::Open(Bracket::Curly) => {
                let help = "write named values in round brackets and lists in square brackets";
                self.faults.error_with_help(span, "map", "maps are not part of this format", help);
                self.skip_bracketed();
                return Node { span, kind: NodeKind::Invalid };
            }
            Token::Open(bracket) => return self.bracketed(None, bracket, depth),
            Token::Bad => NodeKind::Invalid,
            other => {
                let message = format!("expected a value, found {}", describe(&other));
                self.faults.error(span, "expected-value", message);
                return Node { span, kind: NodeKind::Invalid };
            }
        };
        self.bump();
        Node { span, kind }
    }

    fn bracketed(&mut self, name: Option<(String, Span)>, bracket: Bracket, depth: usize) -> Node {
        let start = name.as_ref().map_or(self.span(), |(_, span)| *span);
        if depth >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} brackets are open here");
            self.faults.error(self.span(), "too-deep", message);
            self.skip_bracketed();
            return Node { span: start, kind: NodeKind::Invalid };
        }
        let name = name.map(|(name, _)| name);
        let kind = match bracket {
            Bracket::Round => self.struct_or_tuple(name, depth),
            Bracket::Square | Bracket::Curly => {
                let mut items = Vec::new();
                self.entries(bracket, |parser| items.push(parser.value(depth + 1)));
                NodeKind::List(items)
            }
        };
        Node { span: start.to(self.previous_span()), kind }
    }

    fn struct_or_tuple(&mut self, name: Option<String>, depth: usize) -> NodeKind {
        let mut fields: Vec<FieldNode> = Vec::new();
        let mut items = Vec::new();
        let mut names = BTreeSet::new();
        self.entries(Bracket::Round, |parser| match parser.field_name() {
            None if parser.is_field_with_bad_name() => {
                parser.bump();
                parser.bump();
                parser.value(depth + 1);
            }
            None => items.push(parser.value(depth + 1)),
            Some((name, name_span)) => {
                let value = parser.unquoted().unwrap_or_else(|| parser.value(depth + 1));
                if names.insert(name.clone()) {
                    fields.push(FieldNode { name, name_span, value });
                } else {
                    let message = format!("field `{name}` is given more than once");
                    parser.faults.error(name_span, "duplicate-field", message);
                }
            }
        });
        if !fields.is_empty() {
            for item in items.iter().filter(|item| item.kind != NodeKind::Invalid) {
                let message = format!("{} needs a field name before it, such as `name:`", item.describe());
                self.faults.error(item.span, "unnamed-value", message);
            }
        }
        if fields.is_empty() && !items.is_empty() {
            NodeKind::Tuple { name, items }
        } else {
            NodeKind::Struct { name, fields }
        }
    }

    /// Reads `name:`, if present. Reports and accepts a quoted name and a missing colon.
    fn field_name(&mut self) -> Option<(String, Span)> {
        let span = self.span();
        let followed_by_colon = *self.following() == Token::Colon;
        match self.token().clone() {
            Token::Name(name) if followed_by_colon => {
                self.bump();
                self.bump();
                Some((name, span))
            }
            Token::Text(name) if followed_by_colon && is_name(&name) => {
                let help = format!("write {name}: ...");
                self.faults.error_with_help(span, "quoted-field", "write field names without quotes", help);
                self.bump();
                self.bump();
                Some((name, span))
            }
            Token::Name(name) if self.is_colon_missing() => {
                let at = Span::new(span.end, span.end);
                self.faults.error(at, "expected-colon", format!("expected `:` after `{name}`"));
                self.bump();
                Some((name, span))
            }
            _ => None,
        }
    }

    fn unquoted(&mut self) -> Option<Node> {
        let from = self.at;
        let (mut end, mut depth) = (from, 0_usize);
        loop {
            let (token, span) = &self.tokens[end];
            let before = self.tokens[end.saturating_sub(1)].1.end;
            if end > from && self.text.get(before..span.start).is_none_or(|between| between.contains('\n')) {
                break;
            }
            match token {
                Token::End => break,
                Token::Comma | Token::Close(_) if depth == 0 => break,
                Token::Close(_) => depth -= 1,
                Token::Open(_) if end == from => return None,
                Token::Open(_) => depth += 1,
                Token::Text(_) => return None,
                Token::Colon if depth > 0 => return None,
                Token::Name(_)
                    if end > from && self.tokens.get(end + 1).is_some_and(|(next, _)| *next == Token::Colon) =>
                {
                    return None;
                }
                _ => {}
            }
            end += 1;
        }
        let parts = &self.tokens[from..end];
        let span = parts.first()?.1.to(parts.last()?.1);
        let text = self.text.get(span.start..span.end)?;
        let has_words = matches!(&parts[0].0, Token::Name(word) if ["if", "let", "not"].contains(&word.as_str()));
        let is_joined = matches!(parts.get(1), Some((Token::Number(_), _)));
        let is_strange = parts.iter().any(|(token, _)| *token == Token::Bad);
        let could_be = is_strange || parts.len() > 1 && (has_words || is_joined);
        if !could_be || !is_formula_like(text, has_words) {
            return None;
        }
        let (file, at) = (self.faults.file, span);
        self.faults.diagnostics.retain(|fault| {
            let within = fault.span.is_some_and(|span| span.start >= at.start && span.end <= at.end);
            fault.file != file || !within
        });
        let message = "write a formula in quotes if it is more than a number or a name";
        self.faults.error_with_help(span, "unquoted-formula", message, format!("write it in quotes: \"{text}\""));
        self.at = end;
        Some(Node { span, kind: NodeKind::Invalid })
    }

    fn is_field_with_bad_name(&self) -> bool {
        *self.token() == Token::Bad && *self.following() == Token::Colon
    }

    fn is_colon_missing(&self) -> bool {
        matches!(self.following(), Token::Text(_) | Token::Number(_) | Token::Name(_) | Token::Open(Bracket::Square))
    }

    fn entries(&mut self, bracket: Bracket, mut entry: impl FnMut(&mut Self)) {
        let opening = self.bump();
        self.open.push(bracket);
        while !self.closed(bracket, opening) {
            if *self.token() == Token::Comma {
                self.faults.error(self.span(), "expected-value", "expected a value, found `,`");
                self.bump();
                continue;
            }
            let before = self.at;
            entry(self);
            if self.at == before {
                self.bump();
            }
            self.separator(bracket);
        }
        self.open.pop();
    }

    fn closed(&mut self, bracket: Bracket, opening: Span) -> bool {
        loop {
            match *self.token() {
                Token::Close(found) if found == bracket => {
                    self.bump();
                    return true;
                }
                Token::Close(found) => {
                    let outer = &self.open[..self.open.len().saturating_sub(1)];
                    let belongs_outside = outer.contains(&found);
                    let message = format!("expected `{}`, found `{}`", bracket.closing(), found.closing());
                    self.faults.error(self.span(), "wrong-bracket", message);
                    self.bracket_reported = true;
                    if belongs_outside {
                        return true;
                    }
                    self.bump();
                    if *self.token() == Token::Comma {
                        self.bump();
                    }
                }
                Token::End => {
                    if !self.end_reported {
                        self.end_reported = true;
                        let message = format!("this `{}` is never closed", bracket.opening());
                        self.faults.error(opening, "unclosed-bracket", message);
                    }
                    return true;
                }
                _ => return false,
            }
        }
    }

    fn separator(&mut self, bracket: Bracket) {
        let after_bad = self.tokens[self.at.saturating_sub(1)].0 == Token::Bad;
        match self.token() {
            Token::Comma => {
                self.bump();
            }
            Token::Close(_) | Token::End => {}
            Token::Bad => self.skip_entry(),
            _ if after_bad => {}
            Token::Colon => {
                let message = format!("expected `,` or `{}`, found `:`", bracket.closing());
                self.faults.error(self.span(), "expected-comma", message);
                self.skip_entry();
            }
            _ => {
                let end = self.previous_span().end;
                let message = format!("expected `,` before {}", describe(self.token()));
                self.faults.error(Span::new(end, end), "expected-comma", message);
            }
        }
    }

    fn skip_entry(&mut self) {
        loop {
            match self.token() {
                Token::Comma => {
                    self.bump();
                    return;
                }
                Token::Close(_) | Token::End => return,
                Token::Open(_) => self.skip_bracketed(),
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips brackets with a counter instead of recursion, because the depth is unlimited.
    fn skip_bracketed(&mut self) {
        let mut open = 0_usize;
        loop {
            match self.token() {
                Token::Open(_) => open += 1,
                Token::Close(_) => open = open.saturating_sub(1),
                Token::End => return,
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }
}

fn is_formula_like(text: &str, has_words: bool) -> bool {
    let is_sign = |c: char| "+-*/<>=^?&|!".contains(c);
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let fits = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || is_sign(c) || "_.,:;%(){}[]".contains(c);
    if text.len() > 200 || !text.chars().all(fits) || !text.contains(|c: char| c.is_ascii_alphanumeric()) {
        return false;
    }
    let is_dice = || {
        let (count, rest) = text.split_once(['d', 'D']).unwrap_or(("x", ""));
        count.chars().all(|c| c.is_ascii_digit()) && rest.starts_with(|c: char| c.is_ascii_digit() || c == '%')
    };
    let of_a_name = text.split('.').skip(1).any(|rest| rest.starts_with(is_letter));
    has_words || text.contains(is_sign) && text.len() > 1 || of_a_name || is_dice()
}

fn describe(token: &Token) -> String {
    match token {
        Token::Open(bracket) => format!("`{}`", bracket.opening()),
        Token::Close(bracket) => format!("`{}`", bracket.closing()),
        Token::Comma => "`,`".to_owned(),
        Token::Colon => "`:`".to_owned(),
        Token::Name(name) => format!("`{name}`"),
        Token::Number(_) => "a number".to_owned(),
        Token::Text(_) => "a text".to_owned(),
        Token::Bad => "unreadable text".to_owned(),
        Token::End => "the end of the file".to_owned(),
    }
}
