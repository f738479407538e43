//! The functions of `en` and `ja` that write the message of each type.

use super::message::Message;
use super::{en, ja};
use crate::book::BookError;
use crate::certificate::CertificateError;
use crate::compose::{ImpossibleLength, TemplateError};
use crate::movegen::IllegalMove;
use crate::notation::read::CompressedError;
use crate::notation::{Loss, WriteError};
use crate::position::{Defect, Illegality, ParseConditionsError, SfenError, SfenWarning};
use crate::problem::{IllegalSideMove, LineError, ProblemWarning, QuestionError, ReadError};
use crate::report::Lang;
use crate::solve::tsume::CertifyError;
use crate::solve::{CheckpointError, DiskFailure};
use crate::store::{FileInTheWay, FolderError, FolderRemoved};

/// Implements [`Message`] for a type by the functions with the given name in `en` and `ja`.
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
    book::book_error(BookError);
    position::sfen_error(SfenError);
    position::sfen_warning(SfenWarning);
    position::defect(Defect);
    position::defects([Defect]);
    problem::read_error(ReadError);
    problem::line_error(LineError);
    problem::question_error(QuestionError);
    problem::conditions_error(ParseConditionsError);
    problem::problem_warning(ProblemWarning);
    notation::compressed_error(CompressedError);
    notation::write_error(WriteError);
    notation::illegal_move(IllegalMove);
    notation::illegality(Illegality);
    notation::illegal_side_move(IllegalSideMove);
    notation::loss(Loss);
    solve::checkpoint_error(CheckpointError);
    solve::disk_failure(DiskFailure);
    solve::folder_error(FolderError);
    solve::folder_removed(FolderRemoved);
    solve::file_in_the_way(FileInTheWay);
    solve::certify_error(CertifyError);
    certificate::certificate_error(CertificateError);
    compose::template_error(TemplateError);
    compose::impossible_length(ImpossibleLength);
}
