//! Keeps comments when a file is formatted: each stays above the following value or behind the previous one.

use std::collections::BTreeMap;

use super::lexer::{Token, lex_with_comments};
use super::{Faults, Node, NodeKind, Span, parse};
use crate::diagnostic::Diagnostics;

struct TextSpan {
    start: usize,
    end: usize,
    there: Option<(usize, usize)>,
    parent: Option<usize>,
    next: usize,
}

#[derive(Default)]
struct Kept<'t> {
    above: BTreeMap<usize, Vec<(usize, &'t str)>>,
    behind: BTreeMap<usize, Vec<&'t str>>,
    at_end: Vec<&'t str>,
}

/// Inserts the comments of a text into its canonical text. Returns `None` if a comment would be lost or the value would
/// differ.
pub(crate) fn keep(original: &str, canonical: &str) -> Option<String> {
    let mut ignored = Diagnostics::new();
    let from = parse("", original.as_bytes(), &mut ignored)?;
    let to = parse("", canonical.as_bytes(), &mut ignored)?;
    let mut places = Vec::new();
    pair(&from, from.span.start, Some((&to, to.span.start)), None, &mut places);
    let (tokens, comments) = lexed(original);
    let kept = Sorting { original, canonical, tokens: &tokens, places: &places }.sort(&comments);
    let written = kept.written(canonical);
    let again = parse("", written.as_bytes(), &mut Diagnostics::new())?;
    let texts = |text: &str| {
        let mut texts: Vec<String> = lexed(text).1.iter().map(|span| of(text, *span).to_owned()).collect();
        texts.sort();
        texts
    };
    (again == to && texts(original) == texts(&written)).then_some(written)
}

fn lexed(text: &str) -> (Vec<(Token, Span)>, Vec<Span>) {
    let mut ignored = Diagnostics::new();
    lex_with_comments(text, &mut Faults { file: "", diagnostics: &mut ignored })
}

fn of(text: &str, comment: Span) -> &str {
    text.get(comment.start..comment.end).unwrap_or_default().trim_end()
}

fn pair(from: &Node, start: usize, to: Option<(&Node, usize)>, parent: Option<usize>, places: &mut Vec<TextSpan>) {
    let own = places.len();
    let there = to.map(|(to, start)| (start, to.span.end));
    places.push(TextSpan { start, end: from.span.end, there, parent, next: 0 });
    let to = to.map(|(to, _)| to);
    match &from.kind {
        NodeKind::Struct { fields, .. } => {
            for field in fields {
                let same = to.and_then(|to| Some(to.as_struct()?.1)).into_iter().flatten();
                let same = same.into_iter().find(|same| same.name == field.name);
                let same = same.map(|same| (&same.value, same.name_span.start));
                pair(&field.value, field.name_span.start, same, Some(own), places);
            }
        }
        NodeKind::Tuple { items, .. } | NodeKind::List(items) => {
            let others = match to.map(|to| &to.kind) {
                Some(NodeKind::Tuple { items, .. } | NodeKind::List(items)) => items.as_slice(),
                _ => &[],
            };
            for (at, item) in items.iter().enumerate() {
                let same = others.get(at).map(|same| (same, same.span.start));
                pair(item, item.span.start, same, Some(own), places);
            }
        }
        _ => {}
    }
    let next = places.len();
    if let Some(place) = places.get_mut(own) {
        place.next = next;
    }
}

struct Sorting<'t> {
    original: &'t str,
    canonical: &'t str,
    tokens: &'t [(Token, Span)],
    places: &'t [TextSpan],
}

impl<'t> Sorting<'t> {
    fn sort(&self, comments: &[Span]) -> Kept<'t> {
        let mut kept = Kept::default();
        let lines = Lines::of(self.canonical);
        let by_end: BTreeMap<usize, usize> =
            self.places.iter().enumerate().map(|(at, place)| (place.end, at)).collect();
        let (mut token, mut next) = (0, 0);
        let mut around: Vec<usize> = Vec::new();
        for &comment in comments {
            while self.tokens.get(token).is_some_and(|(_, span)| span.end <= comment.start) {
                token += 1;
            }
            while let Some(place) = self.places.get(next).filter(|place| place.start < comment.start) {
                let start = place.start;
                around.retain(|&open| self.places.get(open).is_some_and(|open| open.end > start));
                around.push(next);
                next += 1;
            }
            around.retain(|&open| self.places.get(open).is_some_and(|open| open.end > comment.start));
            let text = of(self.original, comment);
            let line = self.trailing(comment, token, around.last().copied(), &by_end);
            match line.map(|offset| lines.at(offset)) {
                Some(line)
                    if !kept.behind.get(&line).is_some_and(|all| all.iter().any(|one| one.starts_with("//"))) =>
                {
                    kept.behind.entry(line).or_default().push(text);
                }
                Some(line) => kept.above.entry(line).or_default().push((lines.indent(line), text)),
                None => match self.leading(next, around.last().copied(), &lines) {
                    Some((line, indent)) => kept.above.entry(line).or_default().push((indent, text)),
                    None => kept.at_end.push(text),
                },
            }
        }
        kept
    }

    fn trailing(
        &self,
        comment: Span,
        next: usize,
        around: Option<usize>,
        by_end: &BTreeMap<usize, usize>,
    ) -> Option<usize> {
        let is_one_line = |from: usize, to: usize| self.original.get(from..to).is_some_and(|text| !text.contains('\n'));
        let before = self.tokens.get(..next)?;
        let (_, last) = before.last()?;
        if !is_one_line(last.end, comment.start) {
            return None;
        }
        let mut behind = self.tokens.get(next..)?.iter();
        let follower = behind.find(|(token, _)| !matches!(token, Token::Comma | Token::Close(_)));
        if follower.is_some_and(|(token, span)| *token != Token::End && is_one_line(comment.end, span.start)) {
            return None;
        }
        let (token, span) = before.iter().rev().find(|(token, _)| *token != Token::Comma)?;
        let found = by_end.get(&span.end).copied();
        match (token, found) {
            (Token::Close(_), Some(place)) => Some(self.places.get(place)?.there?.1.saturating_sub(1)),
            (Token::Open(_) | Token::Colon, _) | (_, None) => Some(self.places.get(around?)?.there?.0),
            (_, Some(place)) => Some(self.places.get(place)?.there?.0),
        }
    }

    fn leading(&self, next: usize, around: Option<usize>, lines: &Lines) -> Option<(usize, usize)> {
        let mut at = next;
        let Some(mut within) = around else {
            let start = self.places.get(at)?.there?.0;
            return Some((lines.at(start), lines.indent(lines.at(start))));
        };
        loop {
            let container = self.places.get(within)?;
            while let Some(place) = self.places.get(at).filter(|place| place.parent == Some(within)) {
                if let Some((start, _)) = place.there {
                    let line = lines.at(start);
                    return Some((line, lines.indent(line)));
                }
                at = place.next;
            }
            if let Some((start, end)) = container.there {
                let (first, last) = (lines.at(start), lines.at(end.saturating_sub(1)));
                let indent = lines.indent(last) + if first == last { 0 } else { 4 };
                return Some((last, indent));
            }
            at = container.next;
            within = container.parent?;
        }
    }
}

struct Lines {
    starts: Vec<(usize, usize)>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let mut at = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            let start = at;
            at += line.len();
            (start, line.len() - line.trim_start_matches(' ').len())
        });
        Lines { starts: lines.collect() }
    }

    fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&(start, _)| start <= offset).saturating_sub(1)
    }

    fn indent(&self, line: usize) -> usize {
        self.starts.get(line).map_or(0, |&(_, indent)| indent)
    }
}

impl Kept<'_> {
    fn written(&self, canonical: &str) -> String {
        let mut out = String::with_capacity(canonical.len());
        for (number, line) in canonical.lines().enumerate() {
            for (indent, text) in self.above.get(&number).into_iter().flatten() {
                out.extend(std::iter::repeat_n(' ', *indent));
                out.push_str(text);
                out.push('\n');
            }
            out.push_str(line);
            for text in self.behind.get(&number).into_iter().flatten() {
                out.push(' ');
                out.push_str(text);
            }
            out.push('\n');
        }
        for text in &self.at_end {
            out.push_str(text);
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use crate::KindRegistry;
    use crate::assets::fmt_text;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let registry = KindRegistry::core();
        let once = fmt_text("a.ron", text, &registry).map_err(|faults| faults.render());
        let once = once.expect("the comments are kept");
        expected.assert_eq(&once);
        assert_eq!(fmt_text("a.ron", &once, &registry).ok().as_ref(), Some(&once), "twice is once");
    }

    #[test]
    fn comments_stand_above_the_next_value_or_at_the_end_of_the_line() {
        check(
            r#"// At the top.
Action( // Opened.
  title: "Blow", // The word.
      // Above the body,
      /* in two
   parts. */
  body: [Wait, // First.
    // Before the second.
    Damage(target: "T1", amount: /* how much */ 3), // Second.
    // At the end of the list.
  ], // Behind the list.
  // At the end.
) // Closed.
// Below."#,
            expect![[r#"
                // At the top.
                Action( // Opened.
                    title: "Blow", // The word.
                    // Above the body,
                    /* in two
                   parts. */
                    body: [
                        Wait, // First.
                        // Before the second.
                        Damage(
                            target: "T1",
                            /* how much */
                            amount: 3,
                        ), // Second.
                        // At the end of the list.
                    ], // Behind the list.
                    // At the end.
                ) // Closed.
                // Below.
            "#]],
        );
    }

    /// A value that is left out as a default hands its comments to the next value.
    #[test]
    fn comments_of_defaults_are_kept() {
        check(
            "Action(\n  // No words.\n  title: \"\", // Empty.\n  body: [\n  // Nothing.\n  ],\n)",
            expect![[r#"
                // No words.
                // Empty.
                // Nothing.
                Action
            "#]],
        );
        check(
            "Action(// a\n// b\n)",
            expect![[r#"
            // b
            Action // a
        "#]],
        );
        check(
            "Terrain(glyph: \".\", parameters: [(name: // a\n \"x\", value: 1 /* b */), // c\n], cost: /* d */ 1)",
            expect![[r#"
                Terrain(
                    glyph: ".",
                    parameters: [
                        (
                            name: "x", // a
                            value: 1, /* b */
                        ), // c
                    ],
                    /* d */
                )
            "#]],
        );
    }
}
