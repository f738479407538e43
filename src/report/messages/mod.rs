//! The sentences that users read about errors and warnings of the layers below, in both languages.
//!
//! The layers below report errors as data with a short English `Display` for developers. What a user is told (what is
//! wrong, where, and what to do) is written here: the English in `en`, the Japanese in `ja`, in files of the same names,
//! by exhaustive matches, so that an error without its sentence in a language does not compile.

mod en;
mod ja;
mod system;
#[cfg(test)]
mod tests;

pub use system::system_text;

use super::Lang;
use crate::certificate::CertificateError;
use crate::movegen::IllegalMove;
use crate::notation::read::PackedError;
use crate::notation::{Loss, WriteError};
use crate::position::{Defect, SfenError, SfenWarning};
use crate::problem::{LineError, ReadError};
use crate::solve::helpmate::{CheckpointError, DiskFailure};
use crate::solve::tsume::CertifyError;
use crate::store::{FolderError, FolderRemoved};

/// Something of which users are told.
pub trait Message {
    /// The sentence for users in a language.
    fn message(&self, lang: Lang) -> String;
}

/// Implements [`Message`] for a type by the functions of that name in `en` and `ja`.
macro_rules! messages {
    ($($module:ident::$function:ident($type:ty);)*) => {$(
        impl Message for $type {
            fn message(&self, lang: Lang) -> String {
                match lang {
                    Lang::Ja => ja::$module::$function(self),
                    Lang::En => en::$module::$function(self),
                }
            }
        }
    )*};
}

messages! {
    position::sfen_error(SfenError);
    position::sfen_warning(SfenWarning);
    position::defect(Defect);
    position::defects([Defect]);
    problem::read_error(ReadError);
    problem::line_error(LineError);
    notation::packed_error(PackedError);
    notation::write_error(WriteError);
    notation::illegal_move(IllegalMove);
    notation::loss(Loss);
    solve::checkpoint_error(CheckpointError);
    solve::disk_failure(DiskFailure);
    solve::folder_error(FolderError);
    solve::folder_removed(FolderRemoved);
    solve::certify_error(CertifyError);
    certificate::certificate_error(CertificateError);
}
