//! The lexer. It reports invalid characters and produces [`Token::Bad`], which the parser skips silently.

use super::{Faults, MAX_TOKENS, Span, normal_number};
use crate::diagnostic::{Diagnostic, is_hidden, is_zero_width};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Open(Bracket),
    Close(Bracket),
    Comma,
    Colon,
    Name(String),
    Number(String),
    Text(String),
    Bad,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    pub(super) fn opening(self) -> char {
        match self {
            Bracket::Round => '(',
            Bracket::Square => '[',
            Bracket::Curly => '{',
        }
    }

    pub(super) fn closing(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Square => ']',
            Bracket::Curly => '}',
        }
    }
}

pub(super) fn lex(text: &str, faults: &mut Faults<'_>) -> Vec<(Token, Span)> {
    lex_with_comments(text, faults).0
}

pub(super) fn lex_with_comments(text: &str, faults: &mut Faults<'_>) -> (Vec<(Token, Span)>, Vec<Span>) {
    let mut lexer = Lexer { text, at: 0, faults, tokens: Vec::new(), comments: Vec::new() };
    lexer.take_if_starts("\u{feff}");
    while let Some(next) = lexer.peek().filter(|_| lexer.tokens.len() <= MAX_TOKENS) {
        lexer.token(next);
    }
    let end = Span::new(text.len(), text.len());
    lexer.tokens.push((Token::End, end));
    (lexer.tokens, lexer.comments)
}

struct Lexer<'a, 'f, 'd> {
    text: &'a str,
    at: usize,
    faults: &'f mut Faults<'d>,
    tokens: Vec<(Token, Span)>,
    comments: Vec<Span>,
}

impl Lexer<'_, '_, '_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn take_if_starts(&mut self, prefix: &str) -> bool {
        let starts = self.rest().starts_with(prefix);
        if starts {
            self.at += prefix.len();
        }
        starts
    }

    fn take_while(&mut self, goes_on: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
    }

    fn push(&mut self, token: Token, start: usize) {
        self.tokens.push((token, Span::new(start, self.at)));
    }

    fn token(&mut self, next: char) {
        let start = self.at;
        if self.conflict_marker() {
            return;
        }
        let single = match next {
            '(' => Some(Token::Open(Bracket::Round)),
            '[' => Some(Token::Open(Bracket::Square)),
            '{' => Some(Token::Open(Bracket::Curly)),
            ')' => Some(Token::Close(Bracket::Round)),
            ']' => Some(Token::Close(Bracket::Square)),
            '}' => Some(Token::Close(Bracket::Curly)),
            ',' => Some(Token::Comma),
            ':' => Some(Token::Colon),
            _ => None,
        };
        if let Some(token) = single {
            self.bump();
            self.push(token, start);
        } else if next.is_whitespace() {
            self.take_while(char::is_whitespace);
        } else if self.rest().starts_with("//") || self.rest().starts_with("/*") {
            self.comment();
        } else if next == '"' {
            self.plain_text();
        } else if self.is_raw_text_ahead() {
            self.raw_text();
        } else if next.is_ascii_digit() || matches!(next, '+' | '-' | '.') {
            self.number();
        } else if next.is_alphabetic() || next == '_' {
            self.name();
        } else {
            self.unexpected();
        }
    }

    /// Skips a conflict marker of Git.
    fn conflict_marker(&mut self) -> bool {
        let start = self.at;
        let begins_line = start == 0 || self.text[..start].ends_with('\n');
        let is_marker = |line: &str| {
            ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|marker| {
                line.strip_prefix(marker).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\r']))
            })
        };
        if !begins_line || !is_marker(self.rest().lines().next().unwrap_or_default()) {
            return false;
        }
        self.take_while(|c| c != '\n');
        let help = "keep one of the two versions and delete the markers, or run `foretoken merge`";
        let message = "this is a conflict marker of Git: the merge is not finished";
        self.faults.error_with_help(Span::new(start, self.at), "conflict-marker", message, help);
        true
    }

    fn comment(&mut self) {
        let start = self.at;
        if self.take_if_starts("//") {
            self.take_while(|c| c != '\n');
        } else {
            self.block_comment();
        }
        let span = Span::new(start, self.at);
        if self.comments.is_empty() {
            let message = "the editor deletes comments when it saves the file";
            let warning = Diagnostic::warning("comment", message).help("use the `note` field");
            self.faults.report(span, warning);
        }
        self.comments.push(span);
    }

    /// Block comments nest; a counter avoids recursion.
    fn block_comment(&mut self) {
        let start = self.at;
        let mut open = 0_usize;
        loop {
            if self.take_if_starts("/*") {
                open += 1;
            } else if self.take_if_starts("*/") {
                open -= 1;
                if open == 0 {
                    return;
                }
            } else if self.bump().is_none() {
                let span = Span::new(start, start + 2);
                return self.faults.error(span, "unclosed-comment", "this comment is never closed");
            }
        }
    }

    fn plain_text(&mut self) {
        let start = self.at;
        self.bump();
        let mut text = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => {
                    let message = "this text has no closing quote on its line";
                    self.faults.error(Span::new(start, self.at), "unclosed-text", message);
                    return self.push(Token::Bad, start);
                }
                Some('"') => {
                    self.bump();
                    return self.push(Token::Text(text), start);
                }
                Some('\\') => self.escape(&mut text),
                Some(c) => {
                    self.bump();
                    text.push(c);
                }
            }
        }
    }

    fn escape(&mut self, text: &mut String) {
        let start = self.at;
        self.bump();
        if matches!(self.peek(), None | Some('\n')) {
            return;
        }
        let meant = match self.bump() {
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('0') => Some('\0'),
            Some(same @ ('\\' | '"' | '\'')) => Some(same),
            Some('x') => self.code_point(2).filter(|_| self.at == start + r"\xNN".len()),
            Some('u') if self.take_if_starts("{") => {
                let found = self.code_point(6);
                let closed = self.take_if_starts("}");
                found.filter(|_| closed)
            }
            _ => None,
        };
        match meant {
            Some(meant) => text.push(meant),
            None => {
                let span = Span::new(start, self.at);
                let help = r#"the escapes are \n \r \t \0 \\ \" \' \xNN and \u{...}"#;
                self.faults.error_with_help(span, "bad-escape", "unknown escape", help);
            }
        }
    }

    fn code_point(&mut self, most: usize) -> Option<char> {
        let start = self.at;
        while self.at - start < most && self.peek().is_some_and(|c| c.is_ascii_hexdigit()) {
            self.bump();
        }
        let code = u32::from_str_radix(&self.text[start..self.at], 16).ok()?;
        char::from_u32(code)
    }

    fn is_raw_text_ahead(&self) -> bool {
        self.rest().strip_prefix('r').is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    }

    fn raw_text(&mut self) {
        let start = self.at;
        self.bump();
        let hashes = self.rest().len() - self.rest().trim_start_matches('#').len();
        self.at += hashes + 1;
        let closing = format!("\"{}", "#".repeat(hashes));
        match self.rest().find(&closing) {
            Some(length) => {
                let text = self.rest()[..length].to_owned();
                self.at += length + closing.len();
                self.push(Token::Text(text), start);
            }
            None => {
                let message = format!("this raw text is never closed by `{closing}`");
                self.faults.error(Span::new(start, self.at), "unclosed-text", message);
                self.at = self.text.len();
                self.push(Token::Bad, start);
            }
        }
    }

    /// Takes the whole of `1.2.3` or `12abc`, so that it is one error.
    fn number(&mut self) {
        let start = self.at;
        let mut previous = self.bump();
        while let Some(next) = self.peek() {
            let exponent_sign = matches!(next, '+' | '-') && matches!(previous, Some('e' | 'E'));
            if !(next.is_alphanumeric() || matches!(next, '_' | '.') || exponent_sign) {
                break;
            }
            previous = self.bump();
        }
        let span = Span::new(start, self.at);
        match normal_number(&self.text[start..self.at]) {
            Some(normal) => self.push(Token::Number(normal), start),
            None => {
                let help = "numbers are written like 3, -2 or 0.5";
                self.faults.error_with_help(span, "bad-number", "this is not a number", help);
                self.push(Token::Bad, start);
            }
        }
    }

    fn name(&mut self) {
        let start = self.at;
        self.take_while(|c| c.is_alphanumeric() || c == '_');
        let name = &self.text[start..self.at];
        if name.is_ascii() {
            let name = name.to_owned();
            return self.push(Token::Name(name), start);
        }
        let help = "a name contains only letters a to z, digits and underscores; put any other text in quotes";
        self.faults.error_with_help(Span::new(start, self.at), "bad-name", "this is not a name", help);
        self.push(Token::Bad, start);
    }

    fn unexpected(&mut self) {
        let start = self.at;
        if self.bump() == Some('\'') {
            return self.single_quotes(start);
        }
        self.take_while(|c| !(c.is_whitespace() || c.is_alphanumeric() || "()[]{},:\"'/_+-.".contains(c)));
        let span = Span::new(start, self.at);
        if &self.text[start..self.at] == "=" {
            let message = "a field's name and its value have `:` between them, not `=`";
            self.faults.error_with_help(span, "expected-colon", message, "write `:`");
            return self.push(Token::Colon, start);
        }
        let hidden = self.text[start..self.at].chars().find(|&c| is_hidden(c) || is_zero_width(c));
        let message = match hidden {
            Some(c) => format!("unexpected invisible character U+{:04X}", u32::from(c)),
            None => "unexpected character".to_owned(),
        };
        self.faults.error(span, "unexpected-character", message);
        self.push(Token::Bad, start);
    }

    fn single_quotes(&mut self, start: usize) {
        let after_quote = self.at;
        self.take_while(|c| c != '\'' && c != '\n');
        if !self.take_if_starts("'") {
            self.at = after_quote;
        }
        let span = Span::new(start, self.at);
        let message = "single quotes have no meaning here";
        let help = "write texts in double quotes";
        self.faults.error_with_help(span, "unexpected-character", message, help);
        self.push(Token::Bad, start);
    }
}
