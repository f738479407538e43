#![no_main]

tsumugi_fuzz::target!("template");
