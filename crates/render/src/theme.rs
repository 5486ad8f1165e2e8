//! Which colour each paint is.
//!
//! Colours are told apart by people with any colour vision: hues are those of Okabe and Ito, and
//! nothing is told by colour alone (what goes is struck through, what is found is ringed, weak links
//! are dashed). Words keep a contrast of at least 4.5 to 1 on every ground that they can stand on
//! (AA of the Web Content Accessibility Guidelines); the tests compute it.

use crate::Emphasis;
use crate::scene::Paint;

/// A colour of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Colour {
    /// The colour of that number, written as `0xRRGGBB`.
    pub const fn of(number: u32) -> Self {
        let [_, r, g, b] = number.to_be_bytes();
        Self { r, g, b }
    }

    /// As in a style sheet: `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

/// How many colours areas have; an area's number counts modulo this.
pub const AREAS: u32 = 8;

/// How many colours sockets have; a socket's number counts modulo this.
pub const SOCKETS: u32 = 8;

/// The colours of every paint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    paper: u32,
    cell: u32,
    line: u32,
    wall: u32,
    word: u32,
    clue: u32,
    answer: u32,
    mark: u32,
    ground: u32,
    road: u32,
    arrow: u32,
    areas: [u32; AREAS as usize],
    sockets: [u32; SOCKETS as usize],
    soft: [u32; 8],
    strong: [u32; 8],
}

impl Theme {
    /// Dark on light: for print and for the day.
    pub const LIGHT: Self = Self {
        paper: 0xff_ff_ff,
        cell: 0xff_ff_ff,
        line: 0xb4_b9_c0,
        wall: 0x1d_21_26,
        word: 0x33_38_3f,
        clue: 0x11_14_18,
        answer: 0x00_51_86,
        mark: 0x4a_50_58,
        ground: 0xe9_ee_e4,
        road: 0x8d_93_9b,
        arrow: 0x6d_1f_6d,
        areas: [
            0xcf_e8_fa, 0xfb_e3_b5, 0xc4_ec_dd, 0xf3_d5_e6, 0xfa_f4_b4, 0xf9_d4_c0, 0xd7_d9_f5,
            0xe2_e4_e6,
        ],
        sockets: [
            0x8f_cc_f0, 0xf0_b9_40, 0x5f_c9_a6, 0xe3_a3_c5, 0xf2_e7_60, 0xf0_9a_62, 0x8f_a6_f0,
            0xc3_c8_cd,
        ],
        soft: [
            0xff_ff_ff, 0xcb_e3_f7, 0xf8_f1_b0, 0xfc_dc_a2, 0xbf_ea_d9, 0xfa_d2_c0, 0xf2_cb_e2,
            0xd2_f1_fd,
        ],
        strong: [
            0x11_14_18, 0x00_4f_80, 0x5a_50_00, 0x70_46_00, 0x00_5a_41, 0x93_30_00, 0x85_1d_5d,
            0x00_57_78,
        ],
    };

    /// Light on dark: for the night.
    pub const DARK: Self = Self {
        paper: 0x14_17_1b,
        cell: 0x1c_20_26,
        line: 0x4d_55_60,
        wall: 0xd7_dc_e2,
        word: 0xcf_d5_dc,
        clue: 0xf5_f7_f9,
        answer: 0x8f_cd_f5,
        mark: 0xb4_bc_c6,
        ground: 0x24_2c_26,
        road: 0x7b_83_8d,
        arrow: 0xf2_b0_f2,
        areas: [
            0x16_3d_57, 0x50_39_06, 0x0c_44_35, 0x4f_28_40, 0x46_42_0a, 0x55_2a_12, 0x2c_30_62,
            0x3a_3f_45,
        ],
        sockets: [
            0x1d_57_7c, 0x71_4f_00, 0x04_5e_46, 0x73_35_5a, 0x5d_57_00, 0x82_3a_0b, 0x3a_45_96,
            0x50_57_5f,
        ],
        soft: [
            0x1c_20_26, 0x14_3f_60, 0x45_40_08, 0x54_3a_02, 0x06_48_36, 0x5c_2a_10, 0x55_1f_40,
            0x10_49_5c,
        ],
        strong: [
            0xf5_f7_f9, 0x9c_d4_fa, 0xf4_ea_7a, 0xff_cf_70, 0x6f_e0_bc, 0xff_b4_90, 0xff_b0_da,
            0x8f_e3_ff,
        ],
    };

    /// The colour of a paint.
    pub fn colour(&self, paint: Paint) -> Colour {
        Colour::of(match paint {
            Paint::Paper => self.paper,
            Paint::Cell => self.cell,
            Paint::Line => self.line,
            Paint::Wall => self.wall,
            Paint::Word => self.word,
            Paint::Clue => self.clue,
            Paint::Answer => self.answer,
            Paint::Mark => self.mark,
            Paint::Ground => self.ground,
            Paint::Road => self.road,
            Paint::Arrow => self.arrow,
            Paint::Area(number) => self.areas[(number % AREAS) as usize],
            Paint::Socket(number) => self.sockets[(number % SOCKETS) as usize],
            Paint::Soft(emphasis) => self.soft[rank(emphasis)],
            Paint::Strong(emphasis) => self.strong[rank(emphasis)],
        })
    }
}

const EMPHASES: [Emphasis; 8] = [
    Emphasis::None,
    Emphasis::Base,
    Emphasis::Cover,
    Emphasis::Fin,
    Emphasis::Picked,
    Emphasis::Removed,
    Emphasis::Wrong,
    Emphasis::Differs,
];

const fn rank(emphasis: Emphasis) -> usize {
    match emphasis {
        Emphasis::None => 0,
        Emphasis::Base => 1,
        Emphasis::Cover => 2,
        Emphasis::Fin => 3,
        Emphasis::Picked => 4,
        Emphasis::Removed => 5,
        Emphasis::Wrong => 6,
        Emphasis::Differs => 7,
    }
}

/// Every paint, each with the word that stands for it in a style sheet.
pub fn paints() -> impl Iterator<Item = Paint> {
    let plain = [
        Paint::Paper,
        Paint::Cell,
        Paint::Line,
        Paint::Wall,
        Paint::Word,
        Paint::Clue,
        Paint::Answer,
        Paint::Mark,
        Paint::Ground,
        Paint::Road,
        Paint::Arrow,
    ];
    let areas = (0..AREAS).map(Paint::Area);
    let sockets = (0..SOCKETS).map(Paint::Socket);
    let soft = EMPHASES.into_iter().map(Paint::Soft);
    let strong = EMPHASES.into_iter().map(Paint::Strong);
    plain
        .into_iter()
        .chain(areas)
        .chain(sockets)
        .chain(soft)
        .chain(strong)
}

/// The word that stands for a paint in a style sheet.
pub fn name(paint: Paint) -> String {
    match paint {
        Paint::Paper => "paper".into(),
        Paint::Cell => "cell".into(),
        Paint::Line => "line".into(),
        Paint::Wall => "wall".into(),
        Paint::Word => "word".into(),
        Paint::Clue => "clue".into(),
        Paint::Answer => "answer".into(),
        Paint::Mark => "mark".into(),
        Paint::Ground => "ground".into(),
        Paint::Road => "road".into(),
        Paint::Arrow => "arrow".into(),
        Paint::Area(number) => format!("area-{}", number % AREAS),
        Paint::Socket(number) => format!("socket-{}", number % SOCKETS),
        Paint::Soft(emphasis) => format!("soft-{}", emphasis_name(emphasis)),
        Paint::Strong(emphasis) => format!("strong-{}", emphasis_name(emphasis)),
    }
}

fn emphasis_name(emphasis: Emphasis) -> &'static str {
    [
        "none", "base", "cover", "fin", "picked", "removed", "wrong", "differs",
    ][rank(emphasis)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The luminance of a colour, from 0 to 1, as the guidelines define it.
    fn luminance(colour: Colour) -> f64 {
        let part = |byte: u8| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(colour.r) + 0.7152 * part(colour.g) + 0.0722 * part(colour.b)
    }

    fn contrast(one: Colour, other: Colour) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn check(theme: &Theme, upper: &[Paint], lower: &[Paint], least: f64) {
        for &above in upper {
            for &below in lower {
                let found = contrast(theme.colour(above), theme.colour(below));
                assert!(found >= least, "{above:?} on {below:?}: {found:.2}");
            }
        }
    }

    fn grounds() -> Vec<Paint> {
        let plain = [Paint::Paper, Paint::Cell, Paint::Ground];
        let areas = (0..AREAS).map(Paint::Area);
        let soft = EMPHASES.into_iter().map(Paint::Soft);
        plain.into_iter().chain(areas).chain(soft).collect()
    }

    #[test]
    fn words_can_be_read_on_every_ground() {
        let mut words = vec![Paint::Word, Paint::Clue, Paint::Answer, Paint::Mark];
        words.extend(EMPHASES.into_iter().map(Paint::Strong));
        for theme in [Theme::LIGHT, Theme::DARK] {
            check(&theme, &words, &grounds(), 4.5);
        }
    }

    #[test]
    fn numbers_of_sockets_and_picked_marks_can_be_read() {
        let sockets: Vec<Paint> = (0..SOCKETS).map(Paint::Socket).collect();
        let strong: Vec<Paint> = EMPHASES.into_iter().map(Paint::Strong).collect();
        for theme in [Theme::LIGHT, Theme::DARK] {
            check(&theme, &[Paint::Clue], &sockets, 4.5);
            check(&theme, &[Paint::Paper], &strong, 4.5);
        }
    }

    #[test]
    fn walls_and_arrows_stand_out() {
        for theme in [Theme::LIGHT, Theme::DARK] {
            check(&theme, &[Paint::Wall, Paint::Arrow], &grounds(), 3.0);
            check(&theme, &[Paint::Wall], &[Paint::Line], 3.0);
            check(&theme, &[Paint::Clue], &[Paint::Road], 3.0);
        }
    }

    #[test]
    fn every_paint_has_its_own_name() {
        let names: Vec<String> = paints().map(name).collect();
        let mut distinct = names.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), names.len());
    }
}
