//! Moves positions from process to process.

use super::balance::Transfer;
use super::exchange::{Exchange, HostLost};
use super::layer_origins::{LayerOrigins, Segment};
use super::message::{Reader, Writer};
use crate::board::Bitboard;
use crate::position::Packed;
use crate::solve::helpmate::frontier::Frontier;

/// Sends away and receives the positions that are to move, together with their names.
///
/// # Errors
/// A process was lost.
pub(super) fn move_positions(
    exchange: &mut dyn Exchange,
    transfers: &[Transfer],
    stones: Bitboard,
    positions: &mut Frontier,
    origins: &mut LayerOrigins,
) -> Result<(), HostLost> {
    let mut messages = vec![Vec::new(); exchange.processes()];
    let mut kept = positions.len() as u32;
    // For each pair of processes there is at most one transfer.
    for Transfer { to, places, .. } in transfers.iter().filter(|transfer| transfer.from == exchange.process())
    {
        let mut message = Writer::default();
        let names = origins.names(places.clone());
        message.put((names.len() as u32).to_le_bytes());
        names.iter().for_each(|segment| segment.write(&mut message));
        message.0.extend(places.clone().flat_map(|place| positions.packed_at(place).to_bytes()));
        messages[*to] = message.0;
        kept = kept.min(places.start);
    }
    positions.truncate(kept as usize);
    origins.segments = origins.names(0..kept);
    for message in exchange.exchange(messages)? {
        let mut message = Reader::new(&message);
        for _ in 0..message.u32() {
            origins.segments.push(Segment::read(&mut message));
        }
        for bytes in message.rest().as_chunks::<{ Packed::BYTES }>().0 {
            if let Some(packed) = Packed::from_bytes(bytes, stones) {
                positions.push(&packed.unpack(stones));
            }
        }
    }
    Ok(())
}
