//! SIGUSR1, by which the user asks for the progress. Only on Unix.

/// Records whether the signal arrived.
pub struct ProgressSignal {
    #[cfg(unix)]
    flag: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl ProgressSignal {
    /// Begins to listen to the signal.
    #[cfg(unix)]
    pub fn listen() -> ProgressSignal {
        let flag = std::sync::Arc::default();
        let listening =
            signal_hook::flag::register(signal_hook::consts::SIGUSR1, std::sync::Arc::clone(&flag));
        if let Err(error) = listening {
            let lang = crate::cli::language::current();
            let error = crate::cli::fatal_error::system_text(&error, lang);
            crate::cli::stderr::tell(lang.pick(
                format!("シグナル: {error}: SIGUSR1 でプログラムが終わります"),
                format!("signals: {error}: SIGUSR1 will end the program"),
            ));
        }
        ProgressSignal { flag }
    }

    /// This system has no such signal, so it never arrives.
    #[cfg(not(unix))]
    pub fn listen() -> ProgressSignal {
        ProgressSignal {}
    }

    /// Whether the signal arrived since the last call.
    pub fn take(&self) -> bool {
        #[cfg(unix)]
        {
            self.flag.swap(false, std::sync::atomic::Ordering::Relaxed)
        }
        #[cfg(not(unix))]
        {
            false
        }
    }
}
