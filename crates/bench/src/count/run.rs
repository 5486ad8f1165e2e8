//! One contender on one instance, in a process of its own: so its memory can be measured, and it
//! can be given up.

use super::work::Instance;
use crate::contest::{Outcome, our_engine};
use crate::dance::peers::PEERS;
use cpu_time::ProcessTime;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tilewright_engines::Ask;
use tilewright_model::budget::Budget;

/// Runs a contender in a process of its own, for at most that time on the clock.
pub(super) fn run_apart(
    contender: &str,
    instance: &Instance,
    most: Duration,
) -> Result<Outcome, String> {
    let itself = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(itself)
        .args(["count-sample", contender, instance.name])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{contender} cannot be started: {error}"))?;
    let begun = Instant::now();
    loop {
        let ended = child.try_wait().map_err(|error| error.to_string())?;
        if ended.is_some() {
            break;
        }
        if begun.elapsed() > most {
            // It may just have ended by itself, which is as good.
            let _ = child.kill();
            child.wait().map_err(|error| error.to_string())?;
            return Ok(Outcome::GivenUp(most));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(read(&text, instance.solutions))
}

/// Reads an answer of [`run_here`].
fn read(text: &str, expected: &str) -> Outcome {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [number, nanoseconds, memory] = words[..] else {
        return Outcome::Wrong("no answer".into());
    };
    match (nanoseconds.parse(), memory.parse()) {
        (Ok(time), Ok(memory)) if number == expected => Outcome::Right {
            time: Duration::from_nanos(time),
            memory: Some(memory),
        },
        _ => Outcome::Wrong(number.into()),
    }
}

/// Runs a contender here: the number, the nanoseconds of CPU time with all that it builds, and the
/// most bytes that the process has had.
pub(super) fn run_here(contender: &str, instance: &Instance) -> Result<String, String> {
    let cover = instance.make.cover();
    let start = ProcessTime::now();
    let peer = PEERS.iter().find(|peer| peer.name == contender);
    let number = if let Some(peer) = peer {
        let cover = cover.ok_or_else(|| format!("{contender} does not know links"))?;
        (peer.count)(&cover).to_string()
    } else {
        let engine = our_engine(contender)?;
        let model = cover.map_or_else(|| instance.make.model(), |cover| cover.to_model());
        let mut search = engine
            .prepare(&model, &Budget::default())
            .map_err(|error| error.to_string())?;
        search.start(&Ask::default());
        let counted = search.count();
        if counted.is_exact() {
            counted.number.to_string()
        } else {
            counted.end.to_string().replace(' ', "-")
        }
    };
    let time = start.elapsed().as_nanos();
    Ok(format!("{number} {time} {}", most_memory()))
}

/// The peak memory of this process in bytes, on Linux; 0 elsewhere.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_suspicion() {
        let right = Outcome::Right {
            time: Duration::from_nanos(12),
            memory: Some(4096),
        };
        assert_eq!(read("8 12 4096\n", "8"), right);
        assert_eq!(read("9 12 4096\n", "8"), Outcome::Wrong("9".into()));
        assert_eq!(read("", "8"), Outcome::Wrong("no answer".into()));
        assert_eq!(read("8 x 4096", "8"), Outcome::Wrong("8".into()));
    }
}
