//! SPDX 2.3, narrowed.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{Wanted, expression, field, number};
use crate::package::release::Release;

const ROOT: &str = "SPDXRef-brokerscope";

pub(super) fn narrowed(bill: Value, wanted: &Wanted, release: &Release) -> Result<Value> {
    let mut packages = Vec::new();
    let mut programs = Vec::new();
    let mut known = BTreeSet::new();
    for one in field(&bill, "packages").as_array().context("no packages")? {
        let Some(sum) = wanted.has(field(one, "name"), field(one, "versionInfo")) else { continue };
        let id = field(one, "SPDXID").as_str().unwrap_or_default().to_owned();
        if !known.insert(id.clone()) {
            continue;
        }
        if field(one, "name").as_str().is_some_and(|name| wanted.roots.contains(name)) {
            programs.push(id);
        }
        packages.push(described(one, sum.as_deref())?);
    }
    wanted.all_are_there(packages.len())?;
    packages.sort_by(|a, b| field(a, "SPDXID").as_str().cmp(&field(b, "SPDXID").as_str()));
    programs.sort();
    let mut relations = vec![related("SPDXRef-DOCUMENT", "DESCRIBES", ROOT)];
    relations.extend(programs.iter().map(|program| related(ROOT, "CONTAINS", program)));
    let mut edges: Vec<_> = field(&bill, "relationships")
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| {
            Some((field(one, "spdxElementId").as_str()?, field(one, "relatedSpdxElement").as_str()?))
        })
        .filter(|(from, to)| known.contains(*from) && known.contains(*to))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    relations.extend(edges.into_iter().map(|(from, to)| related(from, "DEPENDS_ON", to)));
    packages.insert(
        0,
        json!({
            "SPDXID": ROOT,
            "name": "brokerscope",
            "versionInfo": release.version,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": false,
            "licenseConcluded": "Apache-2.0",
            "licenseDeclared": "Apache-2.0",
            "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": "APPLICATION",
        }),
    );
    Ok(json!({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": format!("brokerscope-{}", release.version),
        "documentNamespace": format!(
            "https://spdx.org/spdxdocs/brokerscope-{}-{}",
            release.version,
            number(&json!([release.version, packages]))
        ),
        "creationInfo": {
            "created": release.date("+%Y-%m-%dT%H:%M:%SZ")?,
            "creators": bill.pointer("/creationInfo/creators"),
        },
        "packages": packages,
        "relationships": relations,
    }))
}

fn described(one: &Value, sum: Option<&str>) -> Result<Value> {
    let mut one = one.clone();
    let fields = one.as_object_mut().context("a package is no object")?;
    for name in ["licenseConcluded", "licenseDeclared"] {
        if let Some(licence) = fields.get(name).and_then(Value::as_str).map(expression) {
            fields.insert(name.to_owned(), Value::String(licence));
        }
    }
    // The tool looks at no files, and must not seem to have.
    fields.insert("filesAnalyzed".to_owned(), json!(false));
    fields.insert("copyrightText".to_owned(), json!("NOASSERTION"));
    // Where it is from, the package's address says; the tool writes an index here, which SPDX doesn't take.
    fields.insert("downloadLocation".to_owned(), json!("NOASSERTION"));
    match sum {
        Some(sum) => {
            fields.insert("checksums".to_owned(), json!([{ "algorithm": "SHA256", "checksumValue": sum }]));
        }
        // Ours: in no registry.
        None => {
            fields.remove("externalRefs");
        }
    }
    Ok(one)
}

fn related(from: &str, how: &str, to: &str) -> Value {
    json!({ "spdxElementId": from, "relationshipType": how, "relatedSpdxElement": to })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{release, wanted_of},
        *,
    };

    #[test]
    fn only_what_ships_is_listed_and_each_relation_leads_to_something_listed() {
        let answer = json!({
            "packages": [
                { "SPDXID": "l", "name": "launch", "versionInfo": "0.1.0", "externalRefs": [] },
                { "SPDXID": "x", "name": "xtask", "versionInfo": "0.1.0" },
                { "SPDXID": "a", "name": "a", "versionInfo": "1.0.0", "licenseDeclared": "MIT/Apache-2.0" },
            ],
            "relationships": [
                { "spdxElementId": "x", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "a" },
                { "spdxElementId": "l", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "a" },
            ],
        });
        let wanted = wanted_of(&[("launch", "0.1.0", None), ("a", "1.0.0", Some("aa"))]);
        let bill = narrowed(answer.clone(), &wanted, &release()).unwrap();
        let names: Vec<_> = bill["packages"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["brokerscope", "a", "launch"]);
        assert_eq!(bill["packages"][1]["licenseDeclared"], "MIT OR Apache-2.0");
        let relations: Vec<_> = bill["relationships"].as_array().unwrap().to_vec();
        assert_eq!(
            relations,
            [
                related("SPDXRef-DOCUMENT", "DESCRIBES", ROOT),
                related(ROOT, "CONTAINS", "l"),
                related("l", "DEPENDS_ON", "a"),
            ]
        );
        let more = wanted_of(&[("launch", "0.1.0", None), ("c", "1.0.0", Some("cc"))]);
        assert!(narrowed(answer, &more, &release()).is_err());
    }
}
