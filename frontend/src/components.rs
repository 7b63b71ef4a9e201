//! What pages are made of. They draw what `model` decided and `state` holds.

pub mod act;
pub mod copy;
pub mod dialogs;
pub mod drawings;
pub mod failures;
pub mod frame;
pub mod icon;
pub mod keep;
pub mod keys;
pub mod lock_dialog;
pub mod palette;
pub mod pieces;
pub mod refresh_menu;
pub mod secret_dialog;
pub mod sidebar;
pub mod standing;
pub mod switcher;
pub mod table;
pub mod tabs;
pub mod tip;
pub mod toolbar;
pub mod top_bar;
pub mod unlock_dialog;
pub mod way;
