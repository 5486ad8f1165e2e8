//! Where a long output goes: standard output, or a file that is there only when it is whole.
//!
//! A file is written under another name beside it and renamed at the end. So whatever goes wrong,
//! a file that was there before stays what it was, and a file of that name is complete. What is no
//! file, as a pipe or a device, is written to as it is: it has nothing to keep, and must not be
//! replaced. A link is followed to what it leads to.

use crate::failure::{Failure, Trouble};
use crate::{leftovers, talk};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// An output that is being written.
pub(crate) struct Target {
    out: BufWriter<Box<dyn Write + Send>>,
    names: Option<Names>,
}

struct Names {
    /// What it is to be called.
    wanted: PathBuf,
    /// What it is called until then; `None` when that file is to stay.
    partial: Option<PathBuf>,
}

impl Target {
    /// The file of that name, or standard output.
    pub(crate) fn open(name: Option<&str>) -> Result<Self, Failure> {
        let Some(name) = name else {
            return Ok(Self {
                out: BufWriter::with_capacity(1 << 16, Box::new(io::stdout())),
                names: None,
            });
        };
        let refused =
            |error: io::Error| Failure::new(format!("this cannot be written: {error}")).file(name);
        if name.is_empty() {
            return Err(Failure::new(
                "the name of the file to write is empty; expected one",
            ));
        }
        // A link that leads nowhere is replaced.
        let wanted = fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
        if wanted.is_dir() {
            return Err(
                Failure::new("this is a directory; expected the name of a file to write")
                    .file(name),
            );
        }
        if wanted.exists() && !wanted.is_file() {
            let file = OpenOptions::new().write(true).open(&wanted);
            return Ok(Self {
                out: BufWriter::with_capacity(1 << 16, Box::new(file.map_err(refused)?)),
                names: None,
            });
        }
        let mut partial = wanted.clone().into_os_string();
        partial.push(format!(".{}.part", std::process::id()));
        let partial = PathBuf::from(partial);
        let file = File::create_new(&partial).map_err(refused)?;
        leftovers::add(&partial);
        Ok(Self {
            out: BufWriter::with_capacity(1 << 16, Box::new(file)),
            names: Some(Names {
                wanted,
                partial: Some(partial),
            }),
        })
    }

    /// Nothing more will be written: the file is closed, and still waits for its name.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out = BufWriter::new(Box::new(io::sink()));
        Ok(())
    }

    /// All was written: the file gets its name.
    pub(crate) fn finish(mut self) -> Result<(), Trouble> {
        Ok(self.rename(false)?)
    }

    /// The same, but only once it is on the disk: not even a crash of the machine may leave half of
    /// it under that name.
    pub(crate) fn finish_on_disk(mut self) -> io::Result<()> {
        self.rename(true)
    }

    fn rename(&mut self, on_disk: bool) -> io::Result<()> {
        self.out.flush()?;
        if let Some(names) = &mut self.names
            && let Some(partial) = &names.partial
        {
            if on_disk {
                File::open(partial)?.sync_all()?;
            }
            fs::rename(partial, &names.wanted)?;
            leftovers::forget(partial);
            names.partial = None;
        }
        Ok(())
    }

    /// Not all was written: a file keeps its other name, which is given back.
    pub(crate) fn leave(mut self) -> Result<Option<String>, Trouble> {
        self.out.flush()?;
        let partial = self.names.as_mut().and_then(|names| names.partial.take());
        if let Some(partial) = &partial {
            leftovers::forget(partial);
        }
        Ok(partial.map(|partial| shown(&partial)))
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        // Something went wrong, and the reason was or will be said.
        if let Some(partial) = self.names.as_ref().and_then(|names| names.partial.as_ref()) {
            leftovers::forget(partial);
            if fs::remove_file(partial).is_err() {
                talk::say(&format!("{} is left over", shown(partial)));
            }
        }
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
