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

struct Entry {
    technique: Technique,
    name: &'static str,
    /// The code in `HoDoKu`'s library of examples; empty where it has none.
    code: &'static str,
    level: HodokuLevel,
    score: u32,
    search: Search,
}

/// The way of a puzzle's path to a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// By a search for it.
    Own,
    /// The search for an earlier technique notes the steps that it meets.
    Met,
    /// It is looked for together with the first of its kind, or the path takes it by itself.
    Other,
    /// A puzzle is not rated with it.
    Never,
}

/// The techniques, and a row of the table for each: name, code, level, score, search.
macro_rules! techniques {
    ($($technique:ident $name:literal $code:literal $level:ident $score:literal $search:ident)*) => {
        /// A technique; the order is the one in which they are tried.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each is named as players name it")]
        pub enum Technique {
            $($technique),*
        }

        /// In the order of the enum.
        const TABLE: &[Entry] = &[$(Entry {
            technique: Technique::$technique,
            name: $name,
            code: $code,
            level: HodokuLevel::$level,
            score: $score,
            search: Search::$search,
        }),*];
    };
}

techniques! {
    FullHouse "Full House" "0000" Easy 4 Other
    NakedSingle "Naked Single" "0003" Easy 4 Other
    HiddenSingle "Hidden Single" "0002" Easy 14 Other
    LockedPair "Locked Pair" "0110" Medium 40 Own
    LockedTriple "Locked Triple" "0111" Medium 60 Own
    Pointing "Locked Candidates Type 1 (Pointing)" "0100" Medium 50 Own
    Claiming "Locked Candidates Type 2 (Claiming)" "0101" Medium 50 Own
    NakedPair "Naked Pair" "0200" Medium 60 Own
    NakedTriple "Naked Triple" "0201" Medium 80 Own
    HiddenPair "Hidden Pair" "0210" Medium 70 Own
    HiddenTriple "Hidden Triple" "0211" Medium 100 Own
    NakedQuadruple "Naked Quadruple" "0202" Hard 120 Own
    HiddenQuadruple "Hidden Quadruple" "0212" Hard 150 Own
    XWing "X-Wing" "0300" Hard 140 Own
    Swordfish "Swordfish" "0301" Hard 150 Own
    Jellyfish "Jellyfish" "0302" Hard 160 Own
    Squirmbag "Squirmbag" "0303" Unfair 470 Never
    Whale "Whale" "0304" Unfair 470 Never
    Leviathan "Leviathan" "0305" Unfair 470 Never
    RemotePair "Remote Pair" "0703" Hard 110 Own
    BugPlusOne "Bivalue Universal Grave + 1" "0610" Hard 100 Own
    Skyscraper "Skyscraper" "0400" Hard 130 Own
    TwoStringKite "2-String Kite" "0401" Hard 150 Own
    DualTwoStringKite "Dual 2-String Kite" "0404" Hard 150 Other
    TurbotFish "Turbot Fish" "0403" Hard 120 Own
    EmptyRectangle "Empty Rectangle" "0402" Hard 120 Own
    DualEmptyRectangle "Dual Empty Rectangle" "0405" Hard 120 Other
    WWing "W-Wing" "0803" Hard 150 Own
    XyWing "XY-Wing" "0800" Hard 160 Own
    XyzWing "XYZ-Wing" "0801" Hard 180 Own
    Uniqueness1 "Uniqueness Test 1" "0600" Hard 100 Own
    Uniqueness2 "Uniqueness Test 2" "0601" Hard 100 Met
    Uniqueness3 "Uniqueness Test 3" "0602" Hard 100 Met
    Uniqueness4 "Uniqueness Test 4" "0603" Hard 100 Met
    Uniqueness5 "Uniqueness Test 5" "0604" Hard 100 Met
    Uniqueness6 "Uniqueness Test 6" "0605" Hard 100 Met
    HiddenRectangle "Hidden Rectangle" "0606" Hard 100 Met
    AvoidableRectangle1 "Avoidable Rectangle Type 1" "0607" Hard 100 Own
    AvoidableRectangle2 "Avoidable Rectangle Type 2" "0608" Hard 100 Met
    FinnedXWing "Finned X-Wing" "0310" Hard 130 Own
    SashimiXWing "Sashimi X-Wing" "0320" Hard 150 Met
    FinnedSwordfish "Finned Swordfish" "0311" Unfair 200 Own
    SashimiSwordfish "Sashimi Swordfish" "0321" Unfair 240 Met
    FinnedJellyfish "Finned Jellyfish" "0312" Unfair 250 Own
    SashimiJellyfish "Sashimi Jellyfish" "0322" Unfair 260 Met
    FinnedSquirmbag "Finned Squirmbag" "0313" Unfair 470 Never
    SashimiSquirmbag "Sashimi Squirmbag" "0323" Unfair 470 Never
    FinnedWhale "Finned Whale" "0314" Unfair 470 Never
    SashimiWhale "Sashimi Whale" "0324" Unfair 470 Never
    FinnedLeviathan "Finned Leviathan" "0315" Unfair 470 Never
    SashimiLeviathan "Sashimi Leviathan" "0325" Unfair 470 Never
    SueDeCoq "Sue de Coq" "1101" Unfair 250 Own
    SimpleColorsTrap "Simple Colors Trap" "0500" Hard 150 Own
    SimpleColorsWrap "Simple Colors Wrap" "0501" Hard 150 Other
    MultiColors1 "Multi Colors 1" "0502" Hard 200 Own
    MultiColors2 "Multi Colors 2" "0503" Hard 200 Other
    XChain "X-Chain" "0701" Unfair 260 Own
    XyChain "XY-Chain" "0702" Unfair 260 Own
    ContinuousNiceLoop "Continuous Nice Loop" "0706" Unfair 280 Own
    DiscontinuousNiceLoop "Discontinuous Nice Loop" "0707" Unfair 280 Other
    Aic "AIC" "0708" Unfair 280 Other
    GroupedContinuousNiceLoop "Grouped Continuous Nice Loop" "0709" Unfair 300 Own
    GroupedDiscontinuousNiceLoop "Grouped Discontinuous Nice Loop" "0710" Unfair 300 Other
    GroupedAic "Grouped AIC" "0711" Unfair 300 Other
    AlsXz "Almost Locked Set XZ-Rule" "0901" Unfair 300 Own
    AlsXyWing "Almost Locked Set XY-Wing" "0902" Unfair 320 Own
    AlsChain "Almost Locked Set Chain" "0903" Unfair 340 Own
    DeathBlossom "Death Blossom" "0904" Unfair 360 Never
    FrankenXWing "Franken X-Wing" "0330" Unfair 300 Own
    FrankenSwordfish "Franken Swordfish" "0331" Unfair 350 Own
    FrankenJellyfish "Franken Jellyfish" "0332" Unfair 370 Never
    FrankenSquirmbag "Franken Squirmbag" "0333" Extreme 470 Never
    FrankenWhale "Franken Whale" "0334" Extreme 470 Never
    FrankenLeviathan "Franken Leviathan" "0335" Extreme 470 Never
    FinnedFrankenXWing "Finned Franken X-Wing" "0340" Unfair 390 Own
    FinnedFrankenSwordfish "Finned Franken Swordfish" "0341" Unfair 410 Own
    FinnedFrankenJellyfish "Finned Franken Jellyfish" "0342" Unfair 430 Never
    FinnedFrankenSquirmbag "Finned Franken Squirmbag" "0343" Extreme 470 Never
    FinnedFrankenWhale "Finned Franken Whale" "0344" Extreme 470 Never
    FinnedFrankenLeviathan "Finned Franken Leviathan" "0345" Extreme 470 Never
    MutantXWing "Mutant X-Wing" "0350" Extreme 450 Never
    MutantSwordfish "Mutant Swordfish" "0351" Extreme 450 Never
    MutantJellyfish "Mutant Jellyfish" "0352" Extreme 450 Never
    MutantSquirmbag "Mutant Squirmbag" "0353" Extreme 470 Never
    MutantWhale "Mutant Whale" "0354" Extreme 470 Never
    MutantLeviathan "Mutant Leviathan" "0355" Extreme 470 Never
    FinnedMutantXWing "Finned Mutant X-Wing" "0360" Extreme 470 Never
    FinnedMutantSwordfish "Finned Mutant Swordfish" "0361" Extreme 470 Never
    FinnedMutantJellyfish "Finned Mutant Jellyfish" "0362" Extreme 470 Never
    FinnedMutantSquirmbag "Finned Mutant Squirmbag" "0363" Extreme 470 Never
    FinnedMutantWhale "Finned Mutant Whale" "0364" Extreme 470 Never
    FinnedMutantLeviathan "Finned Mutant Leviathan" "0365" Extreme 470 Never
    KrakenFish1 "Kraken Fish Type 1" "0371" Extreme 500 Never
    KrakenFish2 "Kraken Fish Type 2" "0372" Extreme 500 Never
    ForcingChainContradiction "Forcing Chain Contradiction" "1301" Extreme 500 Own
    ForcingChainVerity "Forcing Chain Verity" "1302" Extreme 500 Other
    ForcingNetContradiction "Forcing Net Contradiction" "1303" Extreme 700 Own
    ForcingNetVerity "Forcing Net Verity" "1304" Extreme 700 Other
    TemplateSet "Template Set" "1201" Extreme 10000 Never
    TemplateDel "Template Delete" "1202" Extreme 10000 Never
    BruteForce "Brute Force" "" Extreme 10000 Other
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
        self.search() != Search::Never
    }

    pub(super) fn search(self) -> Search {
        self.entry().search
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
