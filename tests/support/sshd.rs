//! A real sshd of this machine's own, for one test: with keys made for it, reached by the name "bastion" and by nothing else, so
//! that neither the system's server nor the user's configuration has a part in it.

use std::{
    fs,
    net::{TcpListener, TcpStream},
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use port_forward::Programs;
use tempfile::TempDir;

pub struct Sshd {
    folder: TempDir,
    port: u16,
    server: PathBuf,
    running: Option<Child>,
}

/// For a server to listen.
const PATIENCE: Duration = Duration::from_secs(30);

impl Sshd {
    /// None where this machine has no sshd, which is said; where all is to be tested, that is a failure.
    pub fn start() -> Option<Sshd> {
        let folders = ["/usr/sbin", "/usr/local/sbin", "/sbin"].map(PathBuf::from);
        let server = Programs::in_folders(folders).find("sshd");
        let Ok(server) = server else {
            assert!(std::env::var_os("BROKERSCOPE_TEST_ALL").is_none(), "there is no sshd (openssh-server)");
            println!("skipped: there is no sshd (openssh-server) on this machine");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut sshd = Sshd { folder: tempfile::tempdir().unwrap(), port, server, running: None };
        for key in ["host_key", "user_key", "stranger_key"] {
            let mut making = Command::new("ssh-keygen");
            making.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(sshd.path(key));
            assert!(making.status().unwrap().success());
        }
        fs::copy(sshd.path("user_key.pub"), sshd.path("authorized_keys")).unwrap();
        fs::create_dir(sshd.path("bin")).unwrap();
        sshd.write_programs();
        sshd.know_host("host_key");
        sshd.sign_in_with("user_key", "");
        sshd.serve("");
        Some(sshd)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// An `ssh` that reads this test's configuration, before all other programs.
    pub fn programs(&self) -> Programs {
        Programs::in_folders([self.path("bin"), "/usr/bin".into(), "/bin".into()])
    }

    fn write_programs(&self) {
        let ssh = Programs::on_path().find("ssh").unwrap();
        let script =
            format!("#!/bin/sh\nexec {} -F {} \"$@\"\n", ssh.display(), self.path("config").display());
        fs::write(self.path("bin/ssh"), script).unwrap();
        fs::set_permissions(self.path("bin/ssh"), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// What the user's ssh knows of the server: the public half of this key.
    pub fn know_host(&self, key: &str) {
        let public = fs::read_to_string(self.path(&format!("{key}.pub"))).unwrap();
        fs::write(self.path("known_hosts"), format!("[127.0.0.1]:{} {public}", self.port)).unwrap();
    }

    pub fn forget_host(&self) {
        fs::write(self.path("known_hosts"), "").unwrap();
    }

    pub fn known_hosts(&self) -> String {
        fs::read_to_string(self.path("known_hosts")).unwrap()
    }

    /// The user's configuration; `more` lines for the host.
    pub fn sign_in_with(&self, key: &str, more: &str) {
        let lines = [
            "Host bastion".to_owned(),
            "HostName 127.0.0.1".to_owned(),
            format!("Port {}", self.port),
            format!("IdentityFile {}", self.path(key).display()),
            "IdentitiesOnly yes".to_owned(),
            "IdentityAgent none".to_owned(),
            format!("UserKnownHostsFile {}", self.path("known_hosts").display()),
            "GlobalKnownHostsFile /dev/null".to_owned(),
            more.to_owned(),
        ];
        fs::write(self.path("config"), lines.join("\n") + "\n").unwrap();
    }

    /// Starts the server (again), with these lines in its configuration.
    pub fn serve(&mut self, more: &str) {
        self.end();
        let lines = [
            format!("Port {}", self.port),
            "ListenAddress 127.0.0.1".to_owned(),
            format!("HostKey {}", self.path("host_key").display()),
            format!("AuthorizedKeysFile {}", self.path("authorized_keys").display()),
            "PidFile none".to_owned(),
            "StrictModes no".to_owned(),
            "UsePAM no".to_owned(),
            "PasswordAuthentication no".to_owned(),
            "KbdInteractiveAuthentication no".to_owned(),
            // Says which connections it passes on.
            "LogLevel DEBUG1".to_owned(),
            more.to_owned(),
        ];
        fs::write(self.path("sshd_config"), lines.join("\n") + "\n").unwrap();
        // As root it wants an empty folder, which the system's own start makes.
        let _ = fs::create_dir("/run/sshd");
        let log = fs::OpenOptions::new().create(true).append(true).open(self.path("log")).unwrap();
        let mut server = Command::new(&self.server);
        server.args(["-D", "-e", "-f"]).arg(self.path("sshd_config"));
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).process_group(0);
        self.running = Some(server.spawn().unwrap());
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < PATIENCE, "sshd does not listen: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills the server and all of its sessions.
    pub fn end(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        let sessions = below(running.id());
        let _ = running.kill();
        let _ = running.wait();
        for pid in sessions {
            let _ =
                Command::new("/bin/kill").args(["-KILL", &pid.to_string()]).stderr(Stdio::null()).status();
        }
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// How often somebody signed in.
    pub fn sign_ins(&self) -> usize {
        self.log().matches("Accepted publickey").count()
    }

    /// How many connections it was asked to pass on to this port of its own machine.
    pub fn passed_on_to(&self, port: u16) -> usize {
        self.log().lines().filter(|line| line.ends_with(&format!("target 127.0.0.1 port {port}"))).count()
    }

    /// The `ssh` processes of this test.
    pub fn clients(&self) -> Vec<u32> {
        let config = self.path("config").display().to_string();
        let of_ours = |pid: &u32| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&config)
        };
        processes().filter(of_ours).collect()
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        self.end();
    }
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Its children, and theirs.
fn below(pid: u32) -> Vec<u32> {
    let parent = |child: &u32| {
        let stat = fs::read_to_string(format!("/proc/{child}/stat")).ok()?;
        stat.rsplit(") ").next()?.split(' ').nth(1)?.parse::<u32>().ok()
    };
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(one) = found.get(next).copied() {
        found.extend(processes().filter(|child| parent(child) == Some(one)));
        next += 1;
    }
    found.split_off(1)
}
