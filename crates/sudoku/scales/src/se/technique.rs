//! The techniques of Sudoku Explainer 1.2.1, in the order in which it tries them.

use std::fmt;

/// A technique; the order is the one in which they are tried. Chains are distinguished by how they
/// come to their conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is named as Sudoku Explainer names it")]
pub enum Technique {
    HiddenSingle,
    DirectPointing,
    DirectClaiming,
    DirectHiddenPair,
    NakedSingle,
    DirectHiddenTriplet,
    Pointing,
    Claiming,
    NakedPair,
    XWing,
    HiddenPair,
    NakedTriplet,
    Swordfish,
    HiddenTriplet,
    XyWing,
    XyzWing,
    UniqueRectangle,
    UniqueLoop,
    NakedQuad,
    Jellyfish,
    HiddenQuad,
    BivalueUniversalGrave,
    AlignedPairExclusion,
    XCycle,
    YCycle,
    ForcingXChain,
    BidirectionalCycle,
    ForcingChain,
    AlignedTripletExclusion,
    NishioForcingChains,
    CellForcingChains,
    RegionForcingChains,
    DynamicForcingChains,
    DynamicForcingChainsPlus,
    NestedForcingChains,
    NestedMultipleForcingChains,
    NestedDynamicForcingChains,
    NestedDynamicForcingChainsPlus,
    /// No technique applies: the rating is 20.0.
    Beyond,
}

impl Technique {
    /// The number of techniques.
    pub const COUNT: usize = Self::Beyond as usize + 1;

    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::HiddenSingle,
        Self::DirectPointing,
        Self::DirectClaiming,
        Self::DirectHiddenPair,
        Self::NakedSingle,
        Self::DirectHiddenTriplet,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::XWing,
        Self::HiddenPair,
        Self::NakedTriplet,
        Self::Swordfish,
        Self::HiddenTriplet,
        Self::XyWing,
        Self::XyzWing,
        Self::UniqueRectangle,
        Self::UniqueLoop,
        Self::NakedQuad,
        Self::Jellyfish,
        Self::HiddenQuad,
        Self::BivalueUniversalGrave,
        Self::AlignedPairExclusion,
        Self::XCycle,
        Self::YCycle,
        Self::ForcingXChain,
        Self::BidirectionalCycle,
        Self::ForcingChain,
        Self::AlignedTripletExclusion,
        Self::NishioForcingChains,
        Self::CellForcingChains,
        Self::RegionForcingChains,
        Self::DynamicForcingChains,
        Self::DynamicForcingChainsPlus,
        Self::NestedForcingChains,
        Self::NestedMultipleForcingChains,
        Self::NestedDynamicForcingChains,
        Self::NestedDynamicForcingChainsPlus,
        Self::Beyond,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::HiddenSingle => "Hidden Single",
            Self::DirectPointing => "Direct Pointing",
            Self::DirectClaiming => "Direct Claiming",
            Self::DirectHiddenPair => "Direct Hidden Pair",
            Self::NakedSingle => "Naked Single",
            Self::DirectHiddenTriplet => "Direct Hidden Triplet",
            Self::Pointing => "Pointing",
            Self::Claiming => "Claiming",
            Self::NakedPair => "Naked Pair",
            Self::XWing => "X-Wing",
            Self::HiddenPair => "Hidden Pair",
            Self::NakedTriplet => "Naked Triplet",
            Self::Swordfish => "Swordfish",
            Self::HiddenTriplet => "Hidden Triplet",
            Self::XyWing => "XY-Wing",
            Self::XyzWing => "XYZ-Wing",
            Self::UniqueRectangle => "Unique Rectangle",
            Self::UniqueLoop => "Unique Loop",
            Self::NakedQuad => "Naked Quad",
            Self::Jellyfish => "Jellyfish",
            Self::HiddenQuad => "Hidden Quad",
            Self::BivalueUniversalGrave => "Bivalue Universal Grave",
            Self::AlignedPairExclusion => "Aligned Pair Exclusion",
            Self::XCycle => "Bidirectional X-Cycle",
            Self::YCycle => "Bidirectional Y-Cycle",
            Self::ForcingXChain => "Forcing X-Chain",
            Self::BidirectionalCycle => "Bidirectional Cycle",
            Self::ForcingChain => "Forcing Chain",
            Self::AlignedTripletExclusion => "Aligned Triplet Exclusion",
            Self::NishioForcingChains => "Nishio Forcing Chains",
            Self::CellForcingChains => "Cell Forcing Chains",
            Self::RegionForcingChains => "Region Forcing Chains",
            Self::DynamicForcingChains => "Dynamic Forcing Chains",
            Self::DynamicForcingChainsPlus => "Dynamic Forcing Chains (+)",
            Self::NestedForcingChains => "Dynamic Forcing Chains (+ Forcing Chains)",
            Self::NestedMultipleForcingChains => {
                "Dynamic Forcing Chains (+ Multiple Forcing Chains)"
            }
            Self::NestedDynamicForcingChains => "Dynamic Forcing Chains (+ Dynamic Forcing Chains)",
            Self::NestedDynamicForcingChainsPlus => {
                "Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"
            }
            Self::Beyond => "Beyond Sudoku Explainer",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
