//! Determines which positions move between processes after a layer.

use std::ops::Range;

/// A move of some positions from one process to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Transfer {
    pub from: usize,
    pub to: usize,
    /// Their places in the layer, among the positions that `from` found.
    pub places: Range<u32>,
}

/// The transfers that give all processes the same number of positions, up to one. `found`: the number of
/// positions of each process. Each process gives positions away from the end of its layer. Nothing moves in a
/// layer of fewer than `smallest` positions, which costs less to expand than to move, or if the fullest process
/// has at most an eighth more than its share.
pub(super) fn transfers(found: &[u32], smallest: u64) -> Vec<Transfer> {
    let total: u64 = found.iter().map(|&found| u64::from(found)).sum();
    let processes = found.len() as u64;
    let fullest = u64::from(found.iter().copied().max().unwrap_or(0));
    if total < smallest || fullest * processes * 8 <= total * 9 + 8 * processes {
        return Vec::new();
    }
    let share = |process: usize| total / processes + u64::from((process as u64) < total % processes);
    let mut room: Vec<u64> = found
        .iter()
        .enumerate()
        .map(|(process, &found)| share(process).saturating_sub(found.into()))
        .collect();
    let mut to = 0;
    let mut transfers = Vec::new();
    for (from, &found) in found.iter().enumerate() {
        let mut end = u64::from(found);
        while end > share(from) {
            while room[to] == 0 {
                to += 1;
            }
            let moved = room[to].min(end - share(from));
            room[to] -= moved;
            transfers.push(Transfer { from, to, places: (end - moved) as u32..end as u32 });
            end -= moved;
        }
    }
    transfers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn afterwards_all_have_their_share() {
        for found in
            [vec![1000, 0], vec![0, 7, 5000], vec![10, 10, 10, 3000], vec![5, 900, 20, 1200, 0, 0, 1, 64]]
        {
            let moved = transfers(&found, 100);
            let mut sizes: Vec<i64> = found.iter().map(|&n| i64::from(n)).collect();
            let mut ends = found.clone();
            for Transfer { from, to, places } in moved {
                assert_eq!(places.end, ends[from], "from the end, without gaps");
                ends[from] = places.start;
                sizes[from] -= i64::from(places.end - places.start);
                sizes[to] += i64::from(places.end - places.start);
            }
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            assert!(most - least <= 1, "{found:?}: {sizes:?}");
        }
    }

    #[test]
    fn small_and_even_layers_stay() {
        assert_eq!(transfers(&[60, 0], 100), []);
        assert_eq!(transfers(&[1050, 1000], 100), []);
        assert_eq!(transfers(&[0, 0], 0), []);
    }
}
