//! The target of a long output: standard output, or a file that is there only when it is whole.
//!
//! A file is written under another name beside it (`NAME.PID.part`) and renamed at the end. So whatever goes wrong,
//! an existing file stays as it was, and a file of that name is complete. It keeps its permissions; one that may not
//! be written is refused. A target that is not a file, such as a pipe or a device, is written to as it is: it has
//! nothing to keep, and must not be replaced. A link is followed to its target.
//!
//! **Leftovers.** A killed process cannot remove its part. The next one that writes to the same name does, if no
//! process holds the part's lock and no process of this machine has its number, or the number is that of the next one
//! itself; `leftovers` does that. A file that a stopped run leaves on purpose has another name (`NAME.PID.stopped`)
//! and is never touched.

use crate::failure::{Failure, Trouble};
use crate::leftovers::Part;
use crate::{limits, names};
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// An output that is being written.
pub(crate) struct Target {
    out: BufWriter<Box<dyn Write + Send>>,
    /// The file until it has its name; removed with this otherwise.
    part: Option<Part>,
}

impl Target {
    /// The file of that name, or standard output.
    pub(crate) fn open(name: Option<&str>) -> Result<Self, Failure> {
        let Some(name) = name else {
            return Ok(Self::of(io::stdout(), None));
        };
        let refused =
            |error: io::Error| Failure::new(format!("this cannot be written: {error}")).file(name);
        if name.is_empty() {
            return Err(Failure::new(
                "the name of the file to write is empty; expected one",
            ));
        }
        // A link that leads nowhere is replaced.
        let path = names::path(name);
        let wanted = fs::canonicalize(&path).unwrap_or(path);
        if wanted.is_dir() {
            return Err(
                Failure::new("this is a directory; expected the name of a file to write")
                    .file(name),
            );
        }
        if wanted.exists() && !wanted.is_file() {
            // A pipe is there when a process reads it.
            let file = limits::wait(|| OpenOptions::new().write(true).open(&wanted));
            return Ok(Self::of(file.map_err(refused)?, None));
        }
        let rights = rights_of(&wanted).map_err(refused)?;
        let (part, file) = Part::file(wanted).map_err(refused)?;
        if let Some(rights) = rights {
            // Where that cannot be, it is as a new file would be.
            let _ = fs::set_permissions(part.path(), rights);
        }
        Ok(Self::of(file, Some(part)))
    }

    fn of(out: impl Write + Send + 'static, part: Option<Part>) -> Self {
        let out = BufWriter::with_capacity(1 << 16, Box::new(out) as Box<_>);
        Self { out, part }
    }

    /// Nothing more will be written: the file is closed, and still waits for its name.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out = BufWriter::with_capacity(0, Box::new(io::sink()));
        if let Some(part) = &mut self.part {
            part.unlock();
        }
        Ok(())
    }

    /// All was written: the file gets its name.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        Ok(self.named(false)?)
    }

    /// Finishes, but only once the file is on the disk: not even a crash of the machine may leave half of it under
    /// that name.
    pub(crate) fn finish_on_disk(self) -> io::Result<()> {
        self.named(true)
    }

    fn named(mut self, on_disk: bool) -> io::Result<()> {
        self.out.flush()?;
        self.part.map_or(Ok(()), |part| part.finish(on_disk))
    }

    /// Not all was written: a file keeps what there is under another name, which is given back.
    pub(crate) fn leave(mut self) -> Result<Option<String>, Trouble> {
        self.out.flush()?;
        let left = self.part.map(|part| part.leave()).transpose()?;
        Ok(left.map(|left| left.display().to_string()))
    }
}

/// The permissions of an existing file; an error if it may not be written.
fn rights_of(wanted: &Path) -> io::Result<Option<fs::Permissions>> {
    if !wanted.exists() {
        return Ok(None);
    }
    let file = OpenOptions::new().write(true).open(wanted)?;
    Ok(Some(file.metadata()?.permissions()))
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
