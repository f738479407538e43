//! What the processes of a search know and nobody else.

use super::error::ClusterError;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fs;
use std::path::Path;

/// The shortest secret, in bytes.
const SHORTEST: usize = 16;

/// A shared secret.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

/// The code by which a message is known to come from someone who has the secret.
pub(super) type Code = [u8; 32];

impl Secret {
    /// Reads a file that only its owner may read; space at its ends does not count.
    ///
    /// # Errors
    /// It cannot be read, others may read it, or it is too short.
    pub fn read(path: &Path) -> Result<Secret, ClusterError> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(path).map_err(ClusterError::Read)?.permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                return Err(ClusterError::OpenSecret { mode });
            }
        }
        Secret::new(&fs::read(path).map_err(ClusterError::Read)?)
    }

    /// A secret of these bytes, without the space at their ends.
    ///
    /// # Errors
    /// It is too short.
    pub fn new(bytes: &[u8]) -> Result<Secret, ClusterError> {
        let bytes = bytes.trim_ascii();
        if bytes.len() < SHORTEST {
            return Err(ClusterError::ShortSecret(bytes.len()));
        }
        Ok(Secret(bytes.to_vec()))
    }

    fn mac(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length");
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        mac
    }

    /// The code of a message, which has these parts.
    pub(super) fn code(&self, parts: &[&[u8]]) -> Code {
        self.mac(parts).finalize().into_bytes().into()
    }

    /// Whether a code is that of a message, in constant time.
    pub(super) fn is_code(&self, parts: &[&[u8]], code: &Code) -> bool {
        self.mac(parts).verify_slice(code).is_ok()
    }
}
