//! The facts that the table stores about positions, the results of probing it, and its keys.

/// Proved bounds of a position's value, and proof numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The known upper bound of the mate's length in plies; [`Fact::NO_UPPER`] when none is known.
    pub upper: u16,
    /// The proved lower bound of the mate's length in plies; [`Fact::NO_MATE`] when there is no mate.
    pub lower: u16,
    /// Proof number of the last search.
    pub pn: u16,
    /// Disproof number of the last search.
    pub dn: u16,
    /// `upper` holds for this hand only.
    pub upper_hand_only: bool,
    /// `lower` holds for this hand only.
    pub lower_hand_only: bool,
    /// Whether the proof numbers come from a search.
    pub is_searched: bool,
    /// Whether the proof numbers come from a search for a mate of any length.
    pub is_unbounded: bool,
}

/// The result of a probe for a mate of any length.
#[derive(Clone, Copy, Debug)]
pub struct AnyMateProbe {
    /// The upper bound of the mate's length in plies, which holds for this hand and every larger one;
    /// [`Fact::NO_UPPER`] when none is known.
    pub upper: u16,
    /// Whether there is no mate.
    pub is_refuted: bool,
    /// The hand of the entry that proves the mate or the refutation.
    pub hand: u32,
    /// Whether this hand was searched.
    pub is_searched: bool,
    /// Proof number; of all hands, the largest one of this hand and every larger one.
    pub pn: u16,
    /// Disproof number; of all hands, the largest one of this hand and every smaller one.
    pub dn: u16,
}

/// The hands on a board whose proof numbers count in a probe for a mate of any length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NumbersOf {
    /// The hand of the position.
    ThisHand,
    /// Also those that contain the hand of the position or are contained in it.
    AllHands,
}

/// The result of a probe for an unproved refutation within a bound.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// There is probably no mate in fewer plies than this, with this hand and every smaller one; 0 when the table
    /// has no guess for the bound.
    pub lower: u16,
    /// The hand of the guess.
    pub hand: u32,
    /// Whether the proof numbers come from a search.
    pub is_searched: bool,
    /// Proof number.
    pub pn: u16,
    /// Disproof number.
    pub dn: u16,
}

impl AnyMateProbe {
    /// Nothing is known.
    pub(super) const NOTHING: AnyMateProbe =
        AnyMateProbe { upper: Fact::NO_UPPER, is_refuted: false, hand: 0, is_searched: false, pn: 1, dn: 1 };
}

impl Guess {
    /// There is no guess.
    pub(super) const NOTHING: Guess = Guess { lower: 0, hand: 0, is_searched: false, pn: 1, dn: 1 };
}

impl Fact {
    /// No mate is known.
    pub const NO_UPPER: u16 = u16::MAX;
    /// There is no mate.
    pub const NO_MATE: u16 = u16::MAX;
    /// Nothing is known.
    pub const NOTHING: Fact = Fact {
        upper: Fact::NO_UPPER,
        lower: 0,
        pn: 1,
        dn: 1,
        upper_hand_only: false,
        lower_hand_only: false,
        is_searched: false,
        is_unbounded: false,
    };

    /// Proof numbers of a search, saturated to 16 bits.
    pub fn searched(pn: u32, dn: u32) -> Fact {
        let cut = |n: u32| n.min(u16::MAX.into()) as u16;
        Fact { pn: cut(pn), dn: cut(dn), is_searched: true, ..Fact::NOTHING }
    }

    /// Combines the fact with an earlier one about the same position; takes the sharper bounds.
    pub(super) fn sharpened(mut self, known: Fact) -> Fact {
        // A search for any mate needs a bound that holds for all larger hands, so keep its own, even if it is
        // less sharp.
        let is_wanted = self.is_unbounded && known.upper_hand_only && self.upper != Fact::NO_UPPER;
        if known.upper < self.upper && !is_wanted {
            (self.upper, self.upper_hand_only) = (known.upper, known.upper_hand_only);
        }
        if known.lower > self.lower {
            (self.lower, self.lower_hand_only) = (known.lower, known.lower_hand_only);
        }
        self
    }
}

/// The key of a position in the table: its board and the attacker's hand as guarded counts of 28 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableKey {
    /// The 128-bit hash of the board, and of what is constant in a problem.
    pub board: u128,
    /// The attacker's hand: five bits for pawns, three each for lances, knights, silvers and golds, two each for
    /// bishops and rooks, with one guard bit, always zero, above each count.
    pub hand: u32,
}

/// The guard bits above the counts.
const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

impl TableKey {
    /// A hash of the board and the hand.
    #[inline(always)]
    pub const fn key(&self) -> u128 {
        self.board ^ (self.hand as u128).wrapping_mul(0xc2b2_ae3d_27d4_eb4f_1656_67b1_9e37_79f9)
    }

    /// The key under which guesses about the position are stored. They lie in the same bucket as its facts: the
    /// key differs only in bits that distinguish boards within a bucket.
    #[inline(always)]
    pub const fn of_guesses(self) -> TableKey {
        TableKey { board: self.board ^ 0x6a09_e667_f3bc_c908, ..self }
    }

    /// Whether a number is a valid packed hand.
    pub(super) const fn is_hand(hand: u32) -> bool {
        hand & GUARDS == 0
    }

    /// Whether a packed hand contains at least the pieces of another one.
    #[inline(always)]
    pub const fn holds(hand: u32, other: u32) -> bool {
        ((hand | GUARDS) - other) & GUARDS == GUARDS
    }
}
