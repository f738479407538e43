//! Finds every path of a source file and the module it leads to.
//!
//! It reads tokens, not syntax: a path inside a macro call, an attribute or a `macro_rules!` body is found by the same
//! few lines as one in a `use` declaration, an expression, a type or a pattern. A comment is no token and a string is a
//! single one, so what they mention does not count.

use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream, Parser};
use syn::{Ident, Result, Token, Visibility, braced, bracketed, parenthesized, token};

/// The crate's name: how the program and code in macros may call the library's root.
const CRATE: &str = "tsumugi";

/// The last segment of a glob.
pub const ANYTHING: &str = "*";

/// What the checker wants to know about one file.
#[derive(Default)]
pub struct Findings {
    pub paths: Vec<FoundPath>,
    /// Macro calls by the name before the `!`, with the module they stand in.
    pub macro_calls: Vec<(Vec<String>, String)>,
    /// The modules that `unsafe` tokens stand in.
    pub unsafe_tokens: Vec<Vec<String>>,
}

/// A path, and the module that it stands in (from the crate root, inline modules included).
pub struct FoundPath {
    pub module: Vec<String>,
    pub segments: Vec<String>,
    /// For a path of a `use` declaration.
    pub import: Option<Import>,
}

/// What a `use` declaration makes of a path.
pub struct Import {
    /// The name it gives.
    pub name: String,
    /// Whether others than the module may see it.
    pub is_reexport: bool,
}

impl FoundPath {
    /// Where the path leads, from the crate root; `None` for paths that start at a local name or another crate.
    pub fn target(&self) -> Option<Vec<&str>> {
        let further = self.segments.len() > 1;
        let (mut target, rest): (Vec<&str>, _) = match self.segments[0].as_str() {
            "crate" => (Vec::new(), &self.segments[1..]),
            CRATE if further => (Vec::new(), &self.segments[1..]),
            // Alone it is the receiver of a method.
            "self" if further => (self.module.iter().map(String::as_str).collect(), &self.segments[1..]),
            "super" => (self.module.iter().map(String::as_str).collect(), &self.segments[..]),
            _ => return None,
        };
        for segment in rest {
            match segment.as_str() {
                "self" => {}
                "super" => drop(target.pop()),
                name => target.push(name),
            }
        }
        Some(target)
    }

    /// The path as it would be written without groups.
    pub fn text(&self) -> String {
        self.segments.join("::")
    }
}

/// Reads a file that is the module `module`.
pub fn find(module: Vec<String>, source: &str) -> Result<Findings> {
    let mut walk = Walk { module, is_public: false, using: None, findings: Findings::default() };
    (|input: ParseStream| walk.tokens(input)).parse_str(source)?;
    Ok(walk.findings)
}

struct Walk {
    module: Vec<String>,
    /// Whether `pub` has just been read.
    is_public: bool,
    /// Inside a `use` declaration: whether it is a re-export.
    using: Option<bool>,
    findings: Findings,
}

impl Walk {
    fn tokens(&mut self, input: ParseStream) -> Result<()> {
        while !input.is_empty() {
            if input.peek(Token![pub]) {
                // `pub(in crate::position)` says who may look in; it imports nothing.
                input.parse::<Visibility>()?;
                self.is_public = true;
                continue;
            }
            let is_public = std::mem::take(&mut self.is_public);
            if input.peek(Token![use]) && !input.peek2(Token![<]) {
                self.using = Some(is_public);
                skip(input)?;
            } else if input.peek(Token![;]) {
                self.using = None;
                skip(input)?;
            } else if input.peek(Token![mod]) && input.peek2(Ident) && input.peek3(token::Brace) {
                self.inline_module(input)?;
            } else if starts_path(input) {
                self.path(input, &[])?;
            } else if let Some(inside) = group(input)? {
                self.tokens(&inside)?;
            } else {
                if input.peek(Token![unsafe]) {
                    self.findings.unsafe_tokens.push(self.module.clone());
                }
                skip(input)?;
            }
        }
        Ok(())
    }

    fn inline_module(&mut self, input: ParseStream) -> Result<()> {
        input.parse::<Token![mod]>()?;
        self.module.push(segment(input)?);
        let inside;
        braced!(inside in input);
        self.tokens(&inside)?;
        self.module.pop();
        Ok(())
    }

    /// A path that goes on from `prefix`, which is empty outside the groups of `use` declarations.
    fn path(&mut self, input: ParseStream, prefix: &[String]) -> Result<()> {
        let mut segments = prefix.to_vec();
        segments.push(segment(input)?);
        while input.peek(Token![::]) {
            input.parse::<Token![::]>()?;
            if input.peek(token::Brace) {
                let inside;
                braced!(inside in input);
                return self.branches(&inside, &segments);
            } else if input.peek(Ident::peek_any) {
                segments.push(segment(input)?);
            } else if input.peek(Token![<]) {
                // Generic arguments: their paths are found by themselves.
                break;
            } else {
                // A glob, or a variable of a macro: it may be anything below.
                segments.push(ANYTHING.to_owned());
                skip(input)?;
            }
        }
        if input.peek(Token![!]) && !input.peek(Token![!=]) {
            let name = segments[segments.len() - 1].clone();
            self.findings.macro_calls.push((self.module.clone(), name));
        }
        self.found(input, segments)
    }

    /// Notes a path that has been read, with the other name that a `use` declaration gives it.
    fn found(&mut self, input: ParseStream, segments: Vec<String>) -> Result<()> {
        let mut import = None;
        if let Some(is_reexport) = self.using {
            let mut name =
                segments.iter().rev().find(|segment| *segment != "self").cloned().unwrap_or_default();
            if input.peek(Token![as]) {
                skip(input)?;
                name = segment(input)?;
            }
            import = Some(Import { name, is_reexport });
        }
        self.findings.paths.push(FoundPath { module: self.module.clone(), segments, import });
        Ok(())
    }

    /// The inside of `prefix::{…}`.
    fn branches(&mut self, input: ParseStream, prefix: &[String]) -> Result<()> {
        while !input.is_empty() {
            if input.peek(Ident::peek_any) {
                self.path(input, prefix)?;
            } else if input.peek(Token![*]) {
                skip(input)?;
                self.found(input, [prefix, &[ANYTHING.to_owned()]].concat())?;
            } else {
                skip(input)?;
            }
        }
        Ok(())
    }
}

fn starts_path(input: ParseStream) -> bool {
    input.peek(Ident) || input.peek(Token![crate]) || input.peek(Token![self]) || input.peek(Token![super])
}

fn segment(input: ParseStream) -> Result<String> {
    Ok(input.call(Ident::parse_any)?.unraw().to_string())
}

/// The inside of the group that comes next, if one does.
fn group<'a>(input: &ParseBuffer<'a>) -> Result<Option<ParseBuffer<'a>>> {
    let inside;
    if input.peek(token::Paren) {
        parenthesized!(inside in input);
    } else if input.peek(token::Bracket) {
        bracketed!(inside in input);
    } else if input.peek(token::Brace) {
        braced!(inside in input);
    } else {
        return Ok(None);
    }
    Ok(Some(inside))
}

fn skip(input: ParseStream) -> Result<()> {
    input.step(|cursor| {
        let (_, rest) = cursor.token_tree().ok_or_else(|| cursor.error("a token was expected"))?;
        Ok(((), rest))
    })
}
