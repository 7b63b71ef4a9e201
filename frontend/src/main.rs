//! The page's entry: the browser runs this when the module is loaded.

fn main() {
    frontend::start::start();
}
