use impressionism::items;
use impressionism::{Answer, Context, Entry, Fault, Item, Lesson, PageRequest};

/// Whether the event is a tool use on a file that the paths of a lesson name.
pub fn is_at_file(context: &Context) -> bool {
    context.hook_event == "file_touched"
}

/// The lessons whose paths name the touched file, by id.
pub fn touched() -> Result<Vec<(Item, Lesson)>, Fault> {
    let (mut found, mut seen) = (Vec::new(), 0);
    loop {
        let page = items(&PageRequest {
            kinds: Some(vec!["lesson".into()]),
            offset: Some(seen),
            ..Default::default()
        })?;
        seen += page.items.len() as i64;
        let is_last = !page.truncated || page.items.is_empty();
        for mut item in page.items {
            if let Some(lesson) = item.lesson.take().filter(|lesson| lesson.touched) {
                found.push((item, lesson));
            }
        }
        if is_last {
            found.sort_by(|a, b| a.0.r#ref.cmp(&b.0.r#ref));
            return Ok(found);
        }
    }
}

/// The first of the lessons as an answer.
pub fn answer(lessons: Vec<(Item, Lesson)>, most: usize) -> Answer {
    let entry = |(item, _): (Item, Lesson)| Entry {
        r#ref: item.r#ref,
        reason: "its paths name the file".into(),
        score: None,
    };
    Ok(lessons.into_iter().take(most).map(entry).collect())
}
