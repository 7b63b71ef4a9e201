//! A running cluster and what may be done to it: kill, stop, freeze, thaw and restart single brokers. Brokers end with
//! this value, whether a test passes, fails or panics.

use std::{
    collections::HashMap,
    fs,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crate::{
    builder::Builder,
    claim::Claim,
    config::Broker,
    error::{At, Error, Result},
    java,
    process::{Process, Signal},
    ready,
    tls::Tls,
    version::Version,
};

/// ZooKeeper keeps the name of a killed broker until its session has run out, 3 s in our settings; a broker that is back
/// sooner finds its own name taken and ends. As an operator's supervisor does, it is then started again.
const NAME_IS_FREE: Duration = Duration::from_secs(30);

pub struct Kafka {
    version: Version,
    brokers: Vec<Broker>,
    tls: Tls,
    pub(crate) jvm_options: Vec<String>,
    running: Mutex<HashMap<i32, Process>>,
    /// ZooKeeper, where there is one. After `running`, so that it ends after the brokers.
    zookeeper: Option<Process>,
    /// Started to be detached.
    apart: bool,
    /// Last: the folder goes when nothing writes to it any more.
    claim: Claim,
}

impl Kafka {
    /// For a broker to serve, on a machine that does other things as well.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn new(
        version: Version,
        brokers: Vec<Broker>,
        tls: Tls,
        claim: Claim,
        zookeeper: Option<Process>,
        apart: bool,
    ) -> Self {
        let jvm_options = Vec::new();
        Self { version, brokers, tls, jvm_options, running: Mutex::default(), zookeeper, apart, claim }
    }

    /// From here on everything goes on without us.
    pub(crate) fn detach(&mut self) -> Result<()> {
        self.describe_for_later()?;
        for process in self.lock().values_mut() {
            process.detached = true;
        }
        if let Some(zookeeper) = &mut self.zookeeper {
            zookeeper.detached = true;
        }
        self.claim.detached = true;
        Ok(())
    }

    pub fn version(&self) -> Version {
        self.version
    }

    pub fn brokers(&self) -> &[Broker] {
        &self.brokers
    }

    pub fn broker(&self, id: i32) -> Result<&Broker> {
        self.brokers.iter().find(|broker| broker.id == id).ok_or(Error::NoSuchBroker(id))
    }

    /// The open listeners of all brokers.
    pub fn bootstrap(&self) -> String {
        self.joined(|broker| &broker.address)
    }

    pub fn sasl_bootstrap(&self) -> String {
        self.joined(|broker| &broker.sasl_address)
    }

    pub fn tls_bootstrap(&self) -> String {
        self.joined(|broker| &broker.tls_address)
    }

    pub fn sasl_tls_bootstrap(&self) -> String {
        self.joined(|broker| &broker.sasl_tls_address)
    }

    /// The listeners of this name that were added, of all brokers.
    pub fn added_bootstrap(&self, name: &str) -> String {
        let of = |broker: &Broker| {
            broker.added.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).cloned()
        };
        self.brokers.iter().filter_map(of).map(|(_, address)| address).collect::<Vec<_>>().join(",")
    }

    pub fn tls(&self) -> &Tls {
        &self.tls
    }

    /// Everything of this cluster: configuration, logs, data. Scratch files of a test may go here too.
    pub fn folder(&self) -> &Path {
        &self.claim.folder
    }

    /// Ends a broker without a farewell, as a power cut would.
    pub fn kill(&self, id: i32) -> Result<()> {
        self.lock().remove(&id).ok_or(Error::NotRunning(id))?.kill();
        Ok(())
    }

    /// Lets a broker hand its leaderships over and end.
    pub fn stop(&self, id: i32) -> Result<()> {
        let mut process = self.lock().remove(&id).ok_or(Error::NotRunning(id))?;
        process.signal(Signal::Terminate)?;
        process.reaped();
        Ok(())
    }

    /// Stops a broker's clock: its sockets stay open and nothing answers.
    pub fn freeze(&self, id: i32) -> Result<()> {
        self.lock().get(&id).ok_or(Error::NotRunning(id))?.signal(Signal::Freeze)
    }

    pub fn thaw(&self, id: i32) -> Result<()> {
        self.lock().get(&id).ok_or(Error::NotRunning(id))?.signal(Signal::Thaw)
    }

    /// Starts a broker (again, after killing it when it runs) at its old address, and waits until it serves.
    pub fn restart(&self, id: i32) -> Result<()> {
        let broker = self.broker(id)?;
        let deadline = Instant::now() + NAME_IS_FREE;
        loop {
            // Killed when dropped, outside the lock.
            let before = self.lock().remove(&id);
            drop(before);
            self.launch(broker)?;
            match self.wait_until_ready(broker, 1) {
                Err(Error::NotReady { .. })
                    if self.version.is_zookeeper()
                        && !self.running().contains(&id)
                        && Instant::now() < deadline => {}
                done => return done,
            }
        }
    }

    /// Ends all brokers at once and starts each with its open listener at another port; nobody listens at the old ones.
    pub fn move_to_other_ports(&mut self) -> Result<()> {
        let before: Vec<Process> = self.lock().drain().map(|(_, process)| process).collect();
        // Killed when dropped, outside the lock.
        drop(before);
        // Behind those of all brokers and of ZooKeeper.
        let count = u16::try_from(self.brokers.len()).unwrap_or(0);
        let spare = self.claim.first_port + count * Broker::PORTS + 1;
        for (broker, port) in self.brokers.iter_mut().zip(spare..) {
            let text = fs::read_to_string(&broker.config_file).at(&broker.config_file)?;
            let address = format!("127.0.0.1:{port}");
            let text = text.replace(&broker.address, &address);
            fs::write(&broker.config_file, text).at(&broker.config_file)?;
            broker.address = address;
        }
        for broker in &self.brokers {
            self.launch(broker)?;
        }
        self.brokers.iter().try_for_each(|broker| self.wait_until_ready(broker, self.brokers.len()))
    }

    /// The ids of the brokers whose process runs.
    pub fn running(&self) -> Vec<i32> {
        let mut running = self.lock();
        let mut ids: Vec<_> =
            running.iter_mut().filter_map(|(id, p)| p.is_running().then_some(*id)).collect();
        ids.sort_unstable();
        ids
    }

    pub(crate) fn launch(&self, broker: &Broker) -> Result<()> {
        let mut command = java::jvm(self.version, "INFO")?;
        command.args(&self.jvm_options).arg("kafka.Kafka").arg(&broker.config_file);
        let pid_file = self.claim.folder.join(format!("broker-{}.pid", broker.id));
        let process = Process::spawn(&mut command, &broker.log_file, pid_file, self.apart)?;
        self.lock().insert(broker.id, process);
        Ok(())
    }

    /// Until `broker` lists itself and at least `others` brokers in all.
    pub(crate) fn wait_until_ready(&self, broker: &Broker, others: usize) -> Result<()> {
        let deadline = Instant::now() + Self::PATIENCE;
        loop {
            let listed = ready::brokers_listed_by(&broker.address).unwrap_or_default();
            if listed.contains(&broker.id) && listed.len() >= others {
                return Ok(());
            }
            let ended = !self.lock().get_mut(&broker.id).is_some_and(Process::is_running);
            if ended || Instant::now() > deadline {
                let what = if ended { "ended instead of serving" } else { "did not serve" };
                return Err(Self::not_ready(format!("broker {} {what}", broker.id), &broker.log_file));
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    pub(crate) fn not_ready(what: String, log: &Path) -> Error {
        let text = fs::read_to_string(log).unwrap_or_default();
        let lines: Vec<_> = text.lines().collect();
        let tail = lines.iter().skip(lines.len().saturating_sub(25)).copied().collect::<Vec<_>>().join("\n");
        Error::NotReady { what, seconds: Self::PATIENCE.as_secs(), log: log.to_owned(), tail }
    }

    fn joined(&self, address: impl Fn(&Broker) -> &String) -> String {
        self.brokers.iter().map(|broker| address(broker).as_str()).collect::<Vec<_>>().join(",")
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i32, Process>> {
        // A test that panicked while it held the lock must not keep the others from ending their brokers.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
