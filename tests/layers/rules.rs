//! What a file under `src` must keep to: the layers, the home of `unsafe`, who prints.

use super::paths::{self, ANYTHING, Findings};
use super::table::{self, HOME_OF_UNSAFE, Layer, PRINTING, PROGRAM};

const PRINT_MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// Functions of `std::io` that the same could be done with.
const STREAMS: &[&str] = &["stdout", "stderr"];

/// Everything in the file that breaks a rule, in words. `path` is relative to `src`, with `/` between its parts.
pub fn violations(path: &str, source: &str) -> Vec<String> {
    let findings = match paths::find(module_of(path), source) {
        Ok(findings) => findings,
        Err(error) => return vec![format!("src/{path}: {error}")],
    };
    let mut violations = Vec::new();
    if let Some(layer) = module_of(path).first()
        && table::find(layer).is_none()
    {
        violations.push(format!("`{layer}` is no layer: DESIGN.md and tests/layers/table.rs do not know it"));
    }
    imports(path, &findings, &mut violations);
    printing(path, &findings, &mut violations);
    unsafety(&findings, source, &mut violations);
    violations.iter().map(|violation| format!("src/{path}: {violation}")).collect()
}

/// The module that a file is, from the crate root: empty for `lib.rs` and `main.rs`.
pub fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" || path == "main" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The layer that code in `module` of the file belongs to. There is none at the root of the library, which names
/// every layer, and none where the table has no row (that is a violation by itself).
fn layer_of(path: &str, module: &[String]) -> Option<&'static Layer> {
    if path == "main.rs" { Some(&PROGRAM) } else { table::find(module.first()?) }
}

fn imports(path: &str, findings: &Findings, violations: &mut Vec<String>) {
    for found in &findings.paths {
        let (Some(layer), Some(target)) = (layer_of(path, &found.module), found.target()) else { continue };
        let text = found.text();
        match target.first() {
            None | Some(&ANYTHING) => {
                violations.push(format!("`{text}` is the crate root: name the layer that is meant"));
            }
            Some(target) if table::find(target).is_none() => {
                violations.push(format!("`{text}`: `{target}` is no layer of the table"));
            }
            Some(target) if !layer.may_import(target) => {
                violations.push(format!("`{text}`: `{}` may not import `{target}`", layer.name));
            }
            Some(_) => {}
        }
    }
}

fn printing(path: &str, findings: &Findings, violations: &mut Vec<String>) {
    let may_print =
        |module: &[String]| layer_of(path, module).is_some_and(|layer| PRINTING.contains(&layer.name));
    for (module, name) in &findings.macro_calls {
        if PRINT_MACROS.contains(&name.as_str()) && !may_print(module) {
            violations.push(format!("`{name}!`: only {} print", PRINTING.join(", ")));
        }
    }
    for found in &findings.paths {
        let stream = matches!(&found.segments[..], [.., io, stream] if io == "io" && STREAMS.contains(&stream.as_str()));
        if stream && !may_print(&found.module) {
            violations.push(format!("`{}`: only {} print", found.text(), PRINTING.join(", ")));
        }
    }
}

fn unsafety(findings: &Findings, source: &str, violations: &mut Vec<String>) {
    let at_home = |module: &[String]| module.first().is_some_and(|layer| layer == HOME_OF_UNSAFE);
    if findings.unsafe_tokens.iter().all(|module| at_home(module)) {
        return;
    }
    let lines: Vec<&str> = source.lines().collect();
    let mut seen = 0;
    for (index, line) in lines.iter().enumerate() {
        let tokens = count_unsafe(line);
        seen += tokens;
        if tokens > 0 && !has_safety_comment(&lines[..index]) {
            let number = index + 1;
            violations.push(format!(
                "line {number}: `unsafe` outside `{HOME_OF_UNSAFE}` needs a `SAFETY:` comment directly above it"
            ));
        }
    }
    // Comments are not tokens, so the lines have to be found in the text; what hides one there must not pass.
    if seen != findings.unsafe_tokens.len() {
        violations.push("`unsafe` in a string or block comment: cannot tell which are code".to_owned());
    }
}

/// The words `unsafe` of a line outside its comment.
fn count_unsafe(line: &str) -> usize {
    let code = line.split("//").next().unwrap_or_default();
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|&word| word == "unsafe").count()
}

/// Whether the comment that ends right above (attributes may stand between) says why the code is sound.
fn has_safety_comment(above: &[&str]) -> bool {
    above
        .iter()
        .rev()
        .map(|line| line.trim_start())
        .take_while(|line| line.starts_with("//") || line.starts_with("#["))
        .any(|line| line.starts_with("//") && line.contains("SAFETY:"))
}
