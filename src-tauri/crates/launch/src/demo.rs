//! The demo cluster as the engine wants it: started when it is opened, ended when it is closed. It is played by
//! `mock-cluster` on loopback sockets, so that the demo goes through everything that a real cluster goes through.

use engine::{DemoSource, Starting};
use mock_cluster::demo;
use tokio::sync::Mutex;

pub struct Demo {
    stands_still: bool,
    /// Held while it starts, so that two openings get the same one.
    running: Mutex<Option<demo::Demo>>,
}

impl Demo {
    pub fn new(stands_still: bool) -> Self {
        Self { stands_still, running: Mutex::default() }
    }
}

impl DemoSource for Demo {
    fn start(&self) -> Starting<'_> {
        Box::pin(async {
            let mut running = self.running.lock().await;
            if let Some(demo) = &*running {
                return Ok(demo.cluster().bootstrap());
            }
            let scene = if self.stands_still { demo::scene().paused() } else { demo::scene() };
            let demo = scene.start().await.map_err(|error| error.to_string())?;
            let bootstrap = demo.cluster().bootstrap();
            *running = Some(demo);
            Ok(bootstrap)
        })
    }

    fn stop(&self) {
        // Taken only while it starts; then it is wanted again, and goes on.
        if let Ok(mut running) = self.running.try_lock() {
            *running = None;
        }
    }
}
