//! The secret that the processes of a search share.

use super::error::ClusterError;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fs;
use std::path::Path;

/// The least length of a secret, in bytes.
const SHORTEST: usize = 16;

/// A shared secret.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

/// The HMAC that proves that the sender of a message knows the secret.
pub(super) type Code = [u8; 32];

impl Secret {
    /// Reads a file that only its owner may read; leading and trailing white space is ignored.
    ///
    /// # Errors
    /// The file cannot be read, other users may read it, or the secret is too short.
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

    /// A secret of these bytes, without leading and trailing white space.
    ///
    /// # Errors
    /// The secret is too short.
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

    /// The HMAC of a message that consists of these parts.
    pub(super) fn code(&self, parts: &[&[u8]]) -> Code {
        self.mac(parts).finalize().into_bytes().into()
    }

    /// Whether a code is the HMAC of a message; compared in constant time.
    pub(super) fn is_code(&self, parts: &[&[u8]], code: &Code) -> bool {
        self.mac(parts).verify_slice(code).is_ok()
    }
}
