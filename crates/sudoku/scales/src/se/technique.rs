//! The techniques of Sudoku Explainer 1.2.1, in the order in which it tries them.

use std::fmt;

macro_rules! techniques {
    ($($(#[$about:meta])* $technique:ident $name:literal)*) => {
        /// A technique; the order is the one in which they are tried. Chains are distinguished by how they
        /// come to their conclusion.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each is named as Sudoku Explainer names it")]
        pub enum Technique {
            $($(#[$about])* $technique),*
        }

        impl Technique {
            /// The number of techniques.
            pub const COUNT: usize = Self::Beyond as usize + 1;

            /// All of them, in order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$technique),*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$technique => $name),*
                }
            }
        }
    };
}

techniques! {
    HiddenSingle "Hidden Single"
    DirectPointing "Direct Pointing"
    DirectClaiming "Direct Claiming"
    DirectHiddenPair "Direct Hidden Pair"
    NakedSingle "Naked Single"
    DirectHiddenTriplet "Direct Hidden Triplet"
    Pointing "Pointing"
    Claiming "Claiming"
    NakedPair "Naked Pair"
    XWing "X-Wing"
    HiddenPair "Hidden Pair"
    NakedTriplet "Naked Triplet"
    Swordfish "Swordfish"
    HiddenTriplet "Hidden Triplet"
    XyWing "XY-Wing"
    XyzWing "XYZ-Wing"
    UniqueRectangle "Unique Rectangle"
    UniqueLoop "Unique Loop"
    NakedQuad "Naked Quad"
    Jellyfish "Jellyfish"
    HiddenQuad "Hidden Quad"
    BivalueUniversalGrave "Bivalue Universal Grave"
    AlignedPairExclusion "Aligned Pair Exclusion"
    XCycle "Bidirectional X-Cycle"
    YCycle "Bidirectional Y-Cycle"
    ForcingXChain "Forcing X-Chain"
    BidirectionalCycle "Bidirectional Cycle"
    ForcingChain "Forcing Chain"
    AlignedTripletExclusion "Aligned Triplet Exclusion"
    NishioForcingChains "Nishio Forcing Chains"
    CellForcingChains "Cell Forcing Chains"
    RegionForcingChains "Region Forcing Chains"
    DynamicForcingChains "Dynamic Forcing Chains"
    DynamicForcingChainsPlus "Dynamic Forcing Chains (+)"
    NestedForcingChains "Dynamic Forcing Chains (+ Forcing Chains)"
    NestedMultipleForcingChains "Dynamic Forcing Chains (+ Multiple Forcing Chains)"
    NestedDynamicForcingChains "Dynamic Forcing Chains (+ Dynamic Forcing Chains)"
    NestedDynamicForcingChainsPlus "Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"
    /// No technique applies: the rating is 20.0.
    Beyond "Beyond Sudoku Explainer"
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
