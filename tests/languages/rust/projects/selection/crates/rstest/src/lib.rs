//! Makes tests of cases, and calls them as the crate of this name does; no more of it than that.

use proc_macro::{Delimiter, TokenStream, TokenTree};

/// `#[case(1)] #[case::two(2)] fn name(#[case] x: u32) {}`: name::case_1, name::case_2_two.
#[proc_macro_attribute]
pub fn rstest(_: TokenStream, item: TokenStream) -> TokenStream {
    let (mut cases, mut function, mut name) = (vec![], String::new(), String::new());
    let mut tokens = item.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let text = token.to_string();
        match (&token, tokens.peek()) {
            (TokenTree::Punct(_), Some(TokenTree::Group(row))) if text == "#" => {
                cases.push(row.stream());
                tokens.next();
                continue;
            }
            (TokenTree::Ident(_), Some(next)) if text == "fn" => name = next.to_string(),
            _ => {}
        }
        function += &(text.replace("# [case]", "").replace("#[case]", "") + " ");
    }
    if cases.is_empty() {
        return format!("#[test] {function}").parse().unwrap();
    }
    let tests: String = cases.into_iter().enumerate().map(|(i, row)| test_of(i + 1, row, &name)).collect();
    format!("{function} mod {name} {{ {tests} }}").parse().unwrap()
}

fn test_of(number: usize, row: TokenStream, function: &str) -> String {
    let (mut description, mut arguments) = (String::new(), String::new());
    for token in row.into_iter().skip(1) {
        match token {
            TokenTree::Ident(word) => description = format!("_{word}"),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                arguments = group.stream().to_string()
            }
            _ => {}
        }
    }
    let name = format!("case_{number}{description}");
    format!("#[test] fn {name}() {{ crate::ran!(\"{name}\"); super::{function}({arguments}); }}")
}
