//! The disk of a server's journals. Each entry goes to the operating system before a client gets it. A crash of the
//! server then loses nothing; a power failure can lose the last second, unless the server waits for the disk.

use foretoken_session::record::Disk;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// A file whose writes return when the operating system has them.
#[derive(Debug)]
pub struct Buffered(pub File);

impl Disk for Buffered {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.0.seek(SeekFrom::Start(at))?;
        self.0.write_all(bytes)
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.0.set_len(at)
    }

    fn is_slow(&self) -> bool {
        false
    }
}

impl Drop for Buffered {
    fn drop(&mut self) {
        let _ = self.0.sync_all();
    }
}

/// Makes the disk of a journal from its file.
pub type MakeDisk = fn(File) -> Box<dyn Disk>;

/// Returns a disk whose writes wait for the operating system.
#[must_use]
pub fn buffered(file: File) -> Box<dyn Disk> {
    Box::new(Buffered(file))
}

/// Returns a disk whose writes wait for the device, so that a power failure loses nothing either.
#[must_use]
pub fn durable(file: File) -> Box<dyn Disk> {
    Box::new(file)
}
