//! Reading as a whole. Without these, each format would be held by what one of us remembers of it.

#[cfg(test)]
mod read {
    mod fixtures;
    mod hostile;
    mod rendered;
    mod rules;
}
