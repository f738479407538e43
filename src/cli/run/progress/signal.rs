//! SIGUSR1, by which the user asks how far the search has come. Other systems than Unix have no such signal.

/// Notes that the signal came.
pub struct ProgressSignal {
    #[cfg(unix)]
    flag: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl ProgressSignal {
    /// Listens from now on.
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

    /// There is no such signal: it never comes.
    #[cfg(not(unix))]
    pub fn listen() -> ProgressSignal {
        ProgressSignal {}
    }

    /// Whether it came since the last call.
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
