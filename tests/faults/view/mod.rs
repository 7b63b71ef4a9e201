//! What the view says while a cluster changes: never newer, older or emptier than what was told.
