#![no_main]

tsumugi_fuzz::target!("tsume_checkpoint");
