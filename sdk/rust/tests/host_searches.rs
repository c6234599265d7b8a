//! The scripted host searches and compares as that of abi/recorded does.

use impressionism::testing::Manifest;
use impressionism::*;
use script::{ask, named, reference};

mod script;

/// Ensure that searches rank by similarity, then id, within limit and kinds.
#[test]
fn searches() {
    ask(&Manifest::default(), "", || {
        let skills = Some(vec!["skill".to_owned()]);
        let request = SearchRequest {
            text: Some("x".into()),
            limit: 5,
            kinds: skills,
            ..Default::default()
        };
        let found = search(&request)?;
        assert_eq!(
            named(found.iter().map(|hit| &hit.item.r#ref)),
            "skill:a skill:b"
        );
        let found = search(&SearchRequest {
            text: Some("x".into()),
            limit: 2,
            ..Default::default()
        })?;
        assert_eq!(
            named(found.iter().map(|hit| &hit.item.r#ref)),
            "command:c skill:a"
        );
        assert!(search(&SearchRequest {
            text: Some(" \n".into()),
            limit: 2,
            ..Default::default()
        })?
        .is_empty());
        let near = Embedding::Numbers(vec![1.0, 0.0]);
        let request = SearchRequest {
            embedding: Some(near),
            limit: 1,
            ..Default::default()
        };
        let found = search(&request)?;
        assert_eq!(
            (found[0].item.r#ref.as_str(), found[0].similarity),
            ("skill:a", 0.8)
        );
        let asked = vec![Ref::new("command", "c"), Ref::skill("nowhere")];
        let known = relevance(&RelevanceRequest {
            text: "x".into(),
            refs: asked,
        })?;
        assert_eq!((known.len(), known[0].similarity), (1, 0.9));
        Ok(())
    });
}

/// Ensure that vectors are compared as the contract has it.
#[test]
fn vectors() {
    ask(&Manifest::default(), "", || {
        let (a, up) = (reference("e1"), Embedding::Numbers(vec![0.0, 1.0]));
        assert_eq!(a.cosine(&up)?, 0.8);
        assert_eq!(
            a.cosines(&[a.clone(), Embedding::Numbers(vec![0.0, 0.0])])?,
            [1.0, 0.0]
        );
        assert_eq!(a.numbers()?, [3.0, 4.0]);
        let three = Embedding::Numbers(vec![0.0, 1.0, 0.0]);
        let told = a.cosine(&three).unwrap_err().to_string();
        assert_eq!(
            told,
            "bad_request: vectors of 2 and 3 numbers cannot be compared"
        );
        let told = reference("e9").numbers().unwrap_err().to_string();
        assert_eq!(
            told,
            "bad_request: there is no embedding \"e9\" in this event"
        );
        let told = Embedding::of("x").unwrap_err().to_string();
        assert_eq!(
            told,
            "unavailable: the scripted host has no embedding model"
        );
        Ok(())
    });
}
