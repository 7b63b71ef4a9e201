//! CycloneDX 1.6, narrowed.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{Wanted, expression, field, number};
use crate::package::release::Release;

const ROOT: &str = "brokerscope";

pub(super) fn narrowed(mut bill: Value, wanted: &Wanted, release: &Release) -> Result<Value> {
    let mut components = Vec::new();
    let mut programs = Vec::new();
    // The programs stand apart from the libraries in the tool's answer.
    let apart = bill.pointer_mut("/metadata/component/components").map(Value::take);
    let listed = bill.get_mut("components").map(Value::take);
    for mut one in
        [apart, listed].into_iter().flatten().flat_map(|list| list.as_array().cloned().unwrap_or_default())
    {
        let Some(sum) = wanted.has(field(&one, "name"), field(&one, "version")) else { continue };
        let name = field(&one, "name").as_str().unwrap_or_default().to_owned();
        let fields = one.as_object_mut().context("a component is no object")?;
        fields.retain(|_, value| {
            !matches!(value, Value::String(text) if text.is_empty()) && *value != json!([])
        });
        match sum {
            Some(sum) => {
                fields.insert("hashes".to_owned(), json!([{ "alg": "SHA-256", "content": sum }]));
            }
            // Ours: in no registry.
            None => {
                fields.remove("purl");
            }
        }
        if let Some(licence) = fields.get_mut("licenses").and_then(|all| all.pointer_mut("/0/expression")) {
            *licence = Value::String(expression(licence.as_str().unwrap_or_default()));
        }
        let reference = field(&one, "bom-ref").clone();
        if components.iter().any(|known: &Value| *field(known, "bom-ref") == reference) {
            continue;
        }
        if wanted.roots.contains(&name) {
            programs.push(reference);
        }
        components.push(one);
    }
    wanted.all_are_there(components.len())?;
    sort_by(&mut components, "bom-ref");
    sort(&mut programs);
    let mut dependencies = vec![json!({ "ref": ROOT, "dependsOn": programs })];
    dependencies.extend(edges(&bill, &components));
    let time = release.date("+%Y-%m-%dT%H:%M:%SZ")?;
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": format!("urn:uuid:{}", number(&json!([release.version, components]))),
        "version": 1,
        "metadata": {
            "timestamp": time,
            "tools": bill.pointer("/metadata/tools"),
            "component": {
                "type": "application",
                "bom-ref": ROOT,
                "name": "brokerscope",
                "version": release.version,
                "description": "Window on Apache Kafka clusters: two programs, and the page inside of one of them",
                "licenses": [{ "expression": "Apache-2.0" }],
            },
        },
        "components": components,
        "dependencies": dependencies,
    }))
}

/// Who needs whom, among those that are listed.
fn edges(bill: &Value, components: &[Value]) -> Vec<Value> {
    let is_listed = |reference: &Value| components.iter().any(|one| field(one, "bom-ref") == reference);
    let mut all = Vec::new();
    for one in field(bill, "dependencies")
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| is_listed(field(one, "ref")))
    {
        let mut needs: Vec<_> = field(one, "dependsOn")
            .as_array()
            .into_iter()
            .flatten()
            .filter(|need| is_listed(need))
            .cloned()
            .collect();
        sort(&mut needs);
        needs.dedup();
        all.push(json!({ "ref": field(one, "ref"), "dependsOn": needs }));
    }
    sort_by(&mut all, "ref");
    all.dedup_by(|a, b| field(a, "ref") == field(b, "ref"));
    all
}

fn sort(all: &mut [Value]) {
    all.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
}

fn sort_by(all: &mut [Value], field: &str) {
    all.sort_by(|a, b| super::field(a, field).as_str().cmp(&super::field(b, field).as_str()));
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{release, wanted_of},
        *,
    };

    fn answer() -> Value {
        json!({
            "metadata": { "authors": [{ "name": "somebody" }], "component": { "components": [
                { "bom-ref": "l", "name": "launch", "version": "0.1.0", "author": "", "purl": "pkg:cargo/launch@0.1.0" }
            ] } },
            "components": [
                { "bom-ref": "x", "name": "xtask", "version": "0.1.0" },
                { "bom-ref": "b", "name": "b", "version": "2.0.0", "licenses": [{ "expression": "MIT/Apache-2.0" }] },
                { "bom-ref": "a", "name": "a", "version": "1.0.0" },
            ],
            "dependencies": [
                { "ref": "l", "dependsOn": ["x", "b", "a"] }, { "ref": "x", "dependsOn": ["a"] },
            ],
        })
    }

    #[test]
    fn only_what_ships_is_listed_in_order_with_its_sums_and_nothing_of_who_made_it() {
        let wanted =
            wanted_of(&[("launch", "0.1.0", None), ("a", "1.0.0", Some("aa")), ("b", "2.0.0", Some("bb"))]);
        let bill = narrowed(answer(), &wanted, &release()).unwrap();
        let names: Vec<_> = bill["components"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["a", "b", "launch"]);
        assert_eq!(bill["components"][1]["hashes"][0]["content"], "bb");
        assert_eq!(bill["components"][1]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["dependencies"][0], json!({ "ref": "brokerscope", "dependsOn": ["l"] }));
        assert_eq!(bill["dependencies"][1], json!({ "ref": "l", "dependsOn": ["a", "b"] }));
        assert!(!bill.to_string().contains("somebody"));
        assert_eq!(bill, narrowed(answer(), &wanted, &release()).unwrap());
    }

    #[test]
    fn a_crate_that_the_tool_leaves_out_is_missed() {
        let wanted = wanted_of(&[("launch", "0.1.0", None), ("c", "1.0.0", Some("cc"))]);
        assert!(narrowed(answer(), &wanted, &release()).is_err());
    }
}
