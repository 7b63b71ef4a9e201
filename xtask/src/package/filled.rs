//! Templates of packaging/: text with names in doubled braces. A name that nobody fills, and a value that no name asks for, is an error: both
//! are slips that would otherwise be found in a package.

use anyhow::{Result, bail};

pub(crate) fn filled(template: &str, values: &[(&str, &str)]) -> Result<String> {
    let mut text = template.to_owned();
    for (name, value) in values {
        let place = format!("{{{{{name}}}}}");
        if !text.contains(&place) {
            bail!("the template has no {place}");
        }
        text = text.replace(&place, value);
    }
    if let Some((_, rest)) = text.split_once("{{") {
        bail!("nothing fills {{{{{}", rest.split_inclusive("}}").next().unwrap_or_default());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_whole_or_not_at_all() {
        assert_eq!(filled("a {{B}} c {{B}}", &[("B", "x")]).unwrap(), "a x c x");
        assert!(filled("a {{B}} {{C}}", &[("B", "x")]).unwrap_err().to_string().contains("{{C}}"));
        assert!(filled("a", &[("B", "x")]).is_err());
    }
}
