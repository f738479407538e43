//! SIGUSR1: the user asks how far the search has come. Other systems than Unix have no such signal.

/// Whether the user asked.
pub struct Asked {
    #[cfg(unix)]
    flag: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Asked {
    /// Listens from now on.
    #[cfg(unix)]
    pub fn listen() -> Asked {
        let flag = std::sync::Arc::default();
        let listening =
            signal_hook::flag::register(signal_hook::consts::SIGUSR1, std::sync::Arc::clone(&flag));
        if let Err(error) = listening {
            let lang = crate::cli::language::current();
            let error = crate::cli::fatal_error::system_text(&error, lang);
            crate::cli::stderr::complain(lang.pick(
                format!("シグナル: {error}: SIGUSR1 でプログラムが終わります"),
                format!("signals: {error}: SIGUSR1 will end the program"),
            ));
        }
        Asked { flag }
    }

    /// Nobody can ask.
    #[cfg(not(unix))]
    pub fn listen() -> Asked {
        Asked {}
    }

    /// Whether the user asked since the last call.
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
