//! The techniques of `HoDoKu` in the order in which it tries them, with their scores.

use std::fmt;

/// The level of a puzzle or a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HodokuLevel {
    /// Singles alone, and few of them hidden.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Quadruples, fish, wings, rectangles.
    Hard,
    /// Chains, loops, almost locked sets.
    Unfair,
    /// Forcing, or a guess.
    Extreme,
}

impl HodokuLevel {
    /// Its name, as `HoDoKu` writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }
}

impl fmt::Display for HodokuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A technique; the order is the one in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is named as players name it")]
pub enum Technique {
    FullHouse,
    NakedSingle,
    HiddenSingle,
    LockedPair,
    LockedTriple,
    Pointing,
    Claiming,
    NakedPair,
    NakedTriple,
    HiddenPair,
    HiddenTriple,
    NakedQuadruple,
    HiddenQuadruple,
    XWing,
    Swordfish,
    Jellyfish,
    Squirmbag,
    Whale,
    Leviathan,
    RemotePair,
    BugPlusOne,
    Skyscraper,
    TwoStringKite,
    DualTwoStringKite,
    TurbotFish,
    EmptyRectangle,
    DualEmptyRectangle,
    WWing,
    XyWing,
    XyzWing,
    Uniqueness1,
    Uniqueness2,
    Uniqueness3,
    Uniqueness4,
    Uniqueness5,
    Uniqueness6,
    HiddenRectangle,
    AvoidableRectangle1,
    AvoidableRectangle2,
    FinnedXWing,
    SashimiXWing,
    FinnedSwordfish,
    SashimiSwordfish,
    FinnedJellyfish,
    SashimiJellyfish,
    FinnedSquirmbag,
    SashimiSquirmbag,
    FinnedWhale,
    SashimiWhale,
    FinnedLeviathan,
    SashimiLeviathan,
    SueDeCoq,
    SimpleColorsTrap,
    SimpleColorsWrap,
    MultiColors1,
    MultiColors2,
    XChain,
    XyChain,
    ContinuousNiceLoop,
    DiscontinuousNiceLoop,
    Aic,
    GroupedContinuousNiceLoop,
    GroupedDiscontinuousNiceLoop,
    GroupedAic,
    AlsXz,
    AlsXyWing,
    AlsChain,
    DeathBlossom,
    FrankenXWing,
    FrankenSwordfish,
    FrankenJellyfish,
    FrankenSquirmbag,
    FrankenWhale,
    FrankenLeviathan,
    FinnedFrankenXWing,
    FinnedFrankenSwordfish,
    FinnedFrankenJellyfish,
    FinnedFrankenSquirmbag,
    FinnedFrankenWhale,
    FinnedFrankenLeviathan,
    MutantXWing,
    MutantSwordfish,
    MutantJellyfish,
    MutantSquirmbag,
    MutantWhale,
    MutantLeviathan,
    FinnedMutantXWing,
    FinnedMutantSwordfish,
    FinnedMutantJellyfish,
    FinnedMutantSquirmbag,
    FinnedMutantWhale,
    FinnedMutantLeviathan,
    KrakenFish1,
    KrakenFish2,
    ForcingChainContradiction,
    ForcingChainVerity,
    ForcingNetContradiction,
    ForcingNetVerity,
    TemplateSet,
    TemplateDel,
    BruteForce,
}

struct Entry {
    technique: Technique,
    name: &'static str,
    /// The code in `HoDoKu`'s library of examples; empty where it has none.
    code: &'static str,
    level: HodokuLevel,
    score: u32,
    /// True if a puzzle is solved with it by default.
    is_default: bool,
}

macro_rules! table {
    ($($technique:ident $name:literal $code:literal $level:ident $score:literal $is_default:literal)*) => {
        /// In the order of the enum.
        const TABLE: &[Entry] = &[$(Entry {
            technique: Technique::$technique,
            name: $name,
            code: $code,
            level: HodokuLevel::$level,
            score: $score,
            is_default: $is_default,
        }),*];
    };
}

table! {
    FullHouse "Full House" "0000" Easy 4 true
    NakedSingle "Naked Single" "0003" Easy 4 true
    HiddenSingle "Hidden Single" "0002" Easy 14 true
    LockedPair "Locked Pair" "0110" Medium 40 true
    LockedTriple "Locked Triple" "0111" Medium 60 true
    Pointing "Locked Candidates Type 1 (Pointing)" "0100" Medium 50 true
    Claiming "Locked Candidates Type 2 (Claiming)" "0101" Medium 50 true
    NakedPair "Naked Pair" "0200" Medium 60 true
    NakedTriple "Naked Triple" "0201" Medium 80 true
    HiddenPair "Hidden Pair" "0210" Medium 70 true
    HiddenTriple "Hidden Triple" "0211" Medium 100 true
    NakedQuadruple "Naked Quadruple" "0202" Hard 120 true
    HiddenQuadruple "Hidden Quadruple" "0212" Hard 150 true
    XWing "X-Wing" "0300" Hard 140 true
    Swordfish "Swordfish" "0301" Hard 150 true
    Jellyfish "Jellyfish" "0302" Hard 160 true
    Squirmbag "Squirmbag" "0303" Unfair 470 false
    Whale "Whale" "0304" Unfair 470 false
    Leviathan "Leviathan" "0305" Unfair 470 false
    RemotePair "Remote Pair" "0703" Hard 110 true
    BugPlusOne "Bivalue Universal Grave + 1" "0610" Hard 100 true
    Skyscraper "Skyscraper" "0400" Hard 130 true
    TwoStringKite "2-String Kite" "0401" Hard 150 true
    DualTwoStringKite "Dual 2-String Kite" "0404" Hard 150 true
    TurbotFish "Turbot Fish" "0403" Hard 120 true
    EmptyRectangle "Empty Rectangle" "0402" Hard 120 true
    DualEmptyRectangle "Dual Empty Rectangle" "0405" Hard 120 true
    WWing "W-Wing" "0803" Hard 150 true
    XyWing "XY-Wing" "0800" Hard 160 true
    XyzWing "XYZ-Wing" "0801" Hard 180 true
    Uniqueness1 "Uniqueness Test 1" "0600" Hard 100 true
    Uniqueness2 "Uniqueness Test 2" "0601" Hard 100 true
    Uniqueness3 "Uniqueness Test 3" "0602" Hard 100 true
    Uniqueness4 "Uniqueness Test 4" "0603" Hard 100 true
    Uniqueness5 "Uniqueness Test 5" "0604" Hard 100 true
    Uniqueness6 "Uniqueness Test 6" "0605" Hard 100 true
    HiddenRectangle "Hidden Rectangle" "0606" Hard 100 true
    AvoidableRectangle1 "Avoidable Rectangle Type 1" "0607" Hard 100 true
    AvoidableRectangle2 "Avoidable Rectangle Type 2" "0608" Hard 100 true
    FinnedXWing "Finned X-Wing" "0310" Hard 130 true
    SashimiXWing "Sashimi X-Wing" "0320" Hard 150 true
    FinnedSwordfish "Finned Swordfish" "0311" Unfair 200 true
    SashimiSwordfish "Sashimi Swordfish" "0321" Unfair 240 true
    FinnedJellyfish "Finned Jellyfish" "0312" Unfair 250 true
    SashimiJellyfish "Sashimi Jellyfish" "0322" Unfair 260 true
    FinnedSquirmbag "Finned Squirmbag" "0313" Unfair 470 false
    SashimiSquirmbag "Sashimi Squirmbag" "0323" Unfair 470 false
    FinnedWhale "Finned Whale" "0314" Unfair 470 false
    SashimiWhale "Sashimi Whale" "0324" Unfair 470 false
    FinnedLeviathan "Finned Leviathan" "0315" Unfair 470 false
    SashimiLeviathan "Sashimi Leviathan" "0325" Unfair 470 false
    SueDeCoq "Sue de Coq" "1101" Unfair 250 true
    SimpleColorsTrap "Simple Colors Trap" "0500" Hard 150 true
    SimpleColorsWrap "Simple Colors Wrap" "0501" Hard 150 true
    MultiColors1 "Multi Colors 1" "0502" Hard 200 true
    MultiColors2 "Multi Colors 2" "0503" Hard 200 true
    XChain "X-Chain" "0701" Unfair 260 true
    XyChain "XY-Chain" "0702" Unfair 260 true
    ContinuousNiceLoop "Continuous Nice Loop" "0706" Unfair 280 true
    DiscontinuousNiceLoop "Discontinuous Nice Loop" "0707" Unfair 280 true
    Aic "AIC" "0708" Unfair 280 true
    GroupedContinuousNiceLoop "Grouped Continuous Nice Loop" "0709" Unfair 300 true
    GroupedDiscontinuousNiceLoop "Grouped Discontinuous Nice Loop" "0710" Unfair 300 true
    GroupedAic "Grouped AIC" "0711" Unfair 300 true
    AlsXz "Almost Locked Set XZ-Rule" "0901" Unfair 300 true
    AlsXyWing "Almost Locked Set XY-Wing" "0902" Unfair 320 true
    AlsChain "Almost Locked Set Chain" "0903" Unfair 340 true
    DeathBlossom "Death Blossom" "0904" Unfair 360 false
    FrankenXWing "Franken X-Wing" "0330" Unfair 300 true
    FrankenSwordfish "Franken Swordfish" "0331" Unfair 350 true
    FrankenJellyfish "Franken Jellyfish" "0332" Unfair 370 false
    FrankenSquirmbag "Franken Squirmbag" "0333" Extreme 470 false
    FrankenWhale "Franken Whale" "0334" Extreme 470 false
    FrankenLeviathan "Franken Leviathan" "0335" Extreme 470 false
    FinnedFrankenXWing "Finned Franken X-Wing" "0340" Unfair 390 true
    FinnedFrankenSwordfish "Finned Franken Swordfish" "0341" Unfair 410 true
    FinnedFrankenJellyfish "Finned Franken Jellyfish" "0342" Unfair 430 false
    FinnedFrankenSquirmbag "Finned Franken Squirmbag" "0343" Extreme 470 false
    FinnedFrankenWhale "Finned Franken Whale" "0344" Extreme 470 false
    FinnedFrankenLeviathan "Finned Franken Leviathan" "0345" Extreme 470 false
    MutantXWing "Mutant X-Wing" "0350" Extreme 450 false
    MutantSwordfish "Mutant Swordfish" "0351" Extreme 450 false
    MutantJellyfish "Mutant Jellyfish" "0352" Extreme 450 false
    MutantSquirmbag "Mutant Squirmbag" "0353" Extreme 470 false
    MutantWhale "Mutant Whale" "0354" Extreme 470 false
    MutantLeviathan "Mutant Leviathan" "0355" Extreme 470 false
    FinnedMutantXWing "Finned Mutant X-Wing" "0360" Extreme 470 false
    FinnedMutantSwordfish "Finned Mutant Swordfish" "0361" Extreme 470 false
    FinnedMutantJellyfish "Finned Mutant Jellyfish" "0362" Extreme 470 false
    FinnedMutantSquirmbag "Finned Mutant Squirmbag" "0363" Extreme 470 false
    FinnedMutantWhale "Finned Mutant Whale" "0364" Extreme 470 false
    FinnedMutantLeviathan "Finned Mutant Leviathan" "0365" Extreme 470 false
    KrakenFish1 "Kraken Fish Type 1" "0371" Extreme 500 false
    KrakenFish2 "Kraken Fish Type 2" "0372" Extreme 500 false
    ForcingChainContradiction "Forcing Chain Contradiction" "1301" Extreme 500 true
    ForcingChainVerity "Forcing Chain Verity" "1302" Extreme 500 true
    ForcingNetContradiction "Forcing Net Contradiction" "1303" Extreme 700 true
    ForcingNetVerity "Forcing Net Verity" "1304" Extreme 700 true
    TemplateSet "Template Set" "1201" Extreme 10000 false
    TemplateDel "Template Delete" "1202" Extreme 10000 false
    BruteForce "Brute Force" "" Extreme 10000 true
}

impl Technique {
    fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }

    /// Every technique, in the order in which they are tried.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|entry| entry.technique)
    }

    /// The name that players use.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Its code in `HoDoKu`'s library of examples; empty where it has none.
    pub fn code(self) -> &'static str {
        self.entry().code
    }

    /// Its level.
    pub fn level(self) -> HodokuLevel {
        self.entry().level
    }

    /// The score that a step of it adds to a puzzle.
    pub fn score(self) -> u32 {
        self.entry().score
    }

    /// Returns true if a puzzle is rated with it.
    pub fn is_default(self) -> bool {
        self.entry().is_default
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (at, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.technique as usize, at, "{}", entry.name);
        }
    }
}
