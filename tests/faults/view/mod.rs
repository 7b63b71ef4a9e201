//! What the view says while a cluster changes: never newer, older or emptier than what was told.

mod crossing_replies;
mod failed_refresh_keeps_the_view;
mod odd_but_told;
mod one_topic_at_a_time;
mod told;
