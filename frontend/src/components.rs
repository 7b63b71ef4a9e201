//! What pages are made of. They draw what `model` decided and `state` holds.

pub mod act;
pub mod drawings;
pub mod failures;
pub mod frame;
pub mod icon;
pub mod keys;
pub mod palette;
pub mod pieces;
pub mod refresh_menu;
pub mod sidebar;
pub mod standing;
pub mod switcher;
pub mod table;
pub mod tabs;
pub mod tip;
pub mod toolbar;
pub mod top_bar;
