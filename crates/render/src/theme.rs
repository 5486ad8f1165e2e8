//! The colour of each paint.
//!
//! People with any colour vision can tell the colours apart: hues are those of Okabe and Ito, and nothing is said by
//! colour alone (removed choices are struck through, found ones are ringed, weak links are dashed). Words keep a
//! contrast of at least 4.5 to 1 on every ground that they can be on (AA of the Web Content Accessibility
//! Guidelines), and colours of one kind differ for people without any one of the three kinds of cones; the tests
//! compute both.

use crate::Emphasis;
use crate::scene::Paint;

/// A colour of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Rgb {
    /// The colour of that number, written as `0xRRGGBB`.
    pub const fn of(number: u32) -> Self {
        let [_, r, g, b] = number.to_be_bytes();
        Self { r, g, b }
    }

    /// The colour that lies between two, at that percentage of the way.
    fn towards(self, other: Self, part: i32) -> Self {
        let between = |one: u8, other: u8| {
            let (one, other) = (i32::from(one), i32::from(other));
            let between = one + (other - one) * part / 100;
            u8::try_from(between).unwrap_or(u8::MAX)
        };
        Self {
            r: between(self.r, other.r),
            g: between(self.g, other.g),
            b: between(self.b, other.b),
        }
    }

    /// The colour as in a style sheet: `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

/// The number of colours for areas; an area's number counts modulo this.
pub const AREAS: u32 = 8;

/// The number of colours for sockets; a socket's number counts modulo this.
pub const SOCKETS: u32 = 8;

/// The colours of every paint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The place of its colours in the tables below.
    place: usize,
}

/// The colours of both themes: the light one, the dark one.
type Both<T> = [T; 2];

/// The paints without numbers: their names in a style sheet, and their colours.
const PLAIN: [(Paint, &str, Both<u32>); 12] = [
    (Paint::Paper, "paper", [0xff_ff_ff, 0x14_17_1b]),
    (Paint::Cell, "cell", [0xff_ff_ff, 0x1c_20_26]),
    (Paint::Line, "line", [0xb4_b9_c0, 0x4d_55_60]),
    (Paint::Wall, "wall", [0x1d_21_26, 0xd7_dc_e2]),
    (Paint::Word, "word", [0x33_38_3f, 0xcf_d5_dc]),
    (Paint::Clue, "clue", [0x11_14_18, 0xf5_f7_f9]),
    (Paint::Answer, "answer", [0x00_4b_80, 0x96_d1_f7]),
    (Paint::Mark, "mark", [0x3f_45_4d, 0xc6_ce_d8]),
    (Paint::Shade, "shade", [0x84_9a_ae, 0x4b_60_75]),
    (Paint::Ground, "ground", [0xe9_ee_e4, 0x24_2c_26]),
    (Paint::Road, "road", [0x8d_93_9b, 0x7b_83_8d]),
    (Paint::Arrow, "arrow", [0x6d_1f_6d, 0xf2_b0_f2]),
];

/// The colours of areas by their number.
const AREA: Both<[u32; AREAS as usize]> = [
    [
        0xca_dd_f0, 0xfc_df_9e, 0xa9_f2_c9, 0xf7_b4_d8, 0xcf_d0_8c, 0xe0_b5_a8, 0x86_cd_f8,
        0xe8_ec_f0,
    ],
    [
        0x2c_4a_5a, 0x4e_38_0c, 0x37_57_49, 0x50_0f_48, 0x56_50_00, 0x3a_16_08, 0x0c_2c_6c,
        0x34_37_3b,
    ],
];

/// The colours of sockets by their number.
const SOCKET: Both<[u32; SOCKETS as usize]> = [
    [
        0x4a_9a_e0, 0xe4_9b_28, 0x8e_dc_9c, 0xf9_bf_f0, 0xdc_f2_6c, 0xd4_69_2a, 0x3c_b8_f2,
        0x98_99_9b,
    ],
    [
        0x07_52_90, 0x4c_3a_06, 0x04_30_1f, 0x82_27_66, 0x5a_54_12, 0x99_5a_30, 0x2b_68_c4,
        0x66_6b_70,
    ],
];

/// Every emphasis in its order: its name in a style sheet, the colours of its ground, and those of its lines and words.
const EMPHASES: [(&str, Both<u32>, Both<u32>); 8] = [
    ("none", [0xff_ff_ff, 0x1c_20_26], [0x11_14_18, 0xf5_f7_f9]),
    ("base", [0xc8_e8_fd, 0x22_4c_8c], [0x00_4d_92, 0x9b_cb_ff]),
    ("cover", [0xf0_e9_7a, 0x4d_53_0a], [0x51_4e_00, 0xf0_f0_8c]),
    ("fin", [0xcd_bf_9c, 0x4e_3d_07], [0x3d_26_00, 0xfd_e0_bc]),
    ("picked", [0x94_f6_c6, 0x12_39_2f], [0x00_54_43, 0xa4_f2_d0]),
    (
        "removed",
        [0xfc_ae_70, 0x56_1f_00],
        [0x78_18_00, 0xff_b6_8a],
    ),
    ("wrong", [0xef_bf_d2, 0x6c_40_55], [0x6a_0a_66, 0xf0_b8_e6]),
    (
        "differs",
        [0x7a_c9_f8, 0x0e_41_5f],
        [0x00_2a_44, 0xc8_f4_ff],
    ),
];

impl Theme {
    /// Dark on light: for print and for the day.
    pub const LIGHT: Self = Self { place: 0 };

    /// Light on dark: for the night.
    pub const DARK: Self = Self { place: 1 };

    /// The colour of a paint.
    pub fn colour(&self, paint: Paint) -> Rgb {
        let place = self.place;
        Rgb::of(match paint {
            Paint::Area(number) => AREA[place][(number % AREAS) as usize],
            Paint::Socket(number) => SOCKET[place][(number % SOCKETS) as usize],
            Paint::Soft(emphasis) => EMPHASES[emphasis as usize].1[place],
            Paint::Tint(emphasis) => {
                return self
                    .colour(Paint::Cell)
                    .towards(self.colour(Paint::Soft(emphasis)), TINT);
            }
            Paint::Strong(emphasis) => EMPHASES[emphasis as usize].2[place],
            paint => plain(paint).2[place],
        })
    }
}

/// The entry of a paint without a number.
fn plain(paint: Paint) -> &'static (Paint, &'static str, Both<u32>) {
    let entry = PLAIN.iter().find(|entry| entry.0 == paint);
    entry.expect("the table has every paint without a number")
}

/// How far the ground of outlined cells is on its way from a plain cell to an emphasised one, in hundredths.
const TINT: i32 = 40;

/// Every paint.
pub fn paints() -> impl Iterator<Item = Paint> {
    let plain = PLAIN.iter().map(|entry| entry.0);
    let areas = (0..AREAS).map(Paint::Area);
    let sockets = (0..SOCKETS).map(Paint::Socket);
    let soft = Emphasis::ALL.into_iter().map(Paint::Soft);
    let tint = Emphasis::ALL.into_iter().map(Paint::Tint);
    let strong = Emphasis::ALL.into_iter().map(Paint::Strong);
    let emphases = soft.chain(tint).chain(strong);
    plain.chain(areas).chain(sockets).chain(emphases)
}

/// The word that stands for a paint in a style sheet.
pub fn name(paint: Paint) -> String {
    match paint {
        Paint::Area(number) => format!("area-{}", number % AREAS),
        Paint::Socket(number) => format!("socket-{}", number % SOCKETS),
        Paint::Soft(emphasis) => format!("soft-{}", EMPHASES[emphasis as usize].0),
        Paint::Tint(emphasis) => format!("tint-{}", EMPHASES[emphasis as usize].0),
        Paint::Strong(emphasis) => format!("strong-{}", EMPHASES[emphasis as usize].0),
        paint => plain(paint).1.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The amount of light of a part of a colour, from 0 to 1.
    fn linear(byte: u8) -> f64 {
        let part = f64::from(byte) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    }

    /// The luminance of a colour, from 0 to 1, as the guidelines define it.
    fn luminance(colour: Rgb) -> f64 {
        0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
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
        let soft = Emphasis::ALL.into_iter().map(Paint::Soft);
        let tint = Emphasis::ALL.into_iter().map(Paint::Tint);
        let emphases = soft.chain(tint);
        plain.into_iter().chain(areas).chain(emphases).collect()
    }

    #[test]
    fn words_can_be_read_on_every_ground() {
        let mut words = vec![Paint::Word, Paint::Clue, Paint::Answer, Paint::Mark];
        words.extend(Emphasis::ALL.into_iter().map(Paint::Strong));
        for theme in [Theme::LIGHT, Theme::DARK] {
            check(&theme, &words, &grounds(), 4.5);
        }
    }

    #[test]
    fn clues_on_shaded_cells_can_be_read() {
        for theme in [Theme::LIGHT, Theme::DARK] {
            check(&theme, &[Paint::Clue], &[Paint::Shade], 4.5);
            check(&theme, &[Paint::Paper], &[Paint::Wall], 4.5);
            check(&theme, &[Paint::Shade], &[Paint::Cell], 2.5);
        }
    }

    #[test]
    fn numbers_of_sockets_and_picked_marks_can_be_read() {
        let sockets: Vec<Paint> = (0..SOCKETS).map(Paint::Socket).collect();
        let strong: Vec<Paint> = Emphasis::ALL.into_iter().map(Paint::Strong).collect();
        for theme in [Theme::LIGHT, Theme::DARK] {
            check(&theme, &[Paint::Clue], &sockets, 4.5);
            check(&theme, &[Paint::Paper], &strong, 4.5);
        }
    }

    type Matrix = [[f64; 3]; 3];

    /// The vision of people without one of the three kinds of cones, and of the others: matrices over linear red,
    /// green and blue of Machado, Oliveira and Fernandes (2009).
    const VISIONS: [(&str, Matrix); 4] = [
        ("all", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protan",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deutan",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritan",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    /// The colour as it is seen, in Oklab, where distances are as large as they look.
    fn seen(colour: Rgb, vision: &Matrix) -> [f64; 3] {
        let linear = [colour.r, colour.g, colour.b].map(linear);
        let times = |matrix: &Matrix, v: [f64; 3]| {
            matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
        };
        let rgb = times(vision, linear).map(|part| part.clamp(0.0, 1.0));
        let cones = times(
            &[
                [0.412_221, 0.536_333, 0.051_446],
                [0.211_903, 0.680_700, 0.107_397],
                [0.088_302, 0.281_719, 0.629_979],
            ],
            rgb,
        );
        times(
            &[
                [0.210_454, 0.793_618, -0.004_072],
                [1.977_998, -2.428_592, 0.450_594],
                [0.025_904, 0.782_772, -0.808_676],
            ],
            cones.map(f64::cbrt),
        )
    }

    /// Every two of the colours look different, by that much, in every vision.
    fn differ(theme: &Theme, paints: &[Paint], least: f64) {
        for (name, vision) in &VISIONS {
            for (k, &one) in paints.iter().enumerate() {
                for &other in &paints[..k] {
                    let one_seen = seen(theme.colour(one), vision);
                    let other_seen = seen(theme.colour(other), vision);
                    let squares = (0..3).map(|k| (one_seen[k] - other_seen[k]).powi(2));
                    let distance = squares.sum::<f64>().sqrt();
                    assert!(
                        distance >= least,
                        "{name}: {one:?} and {other:?}: {distance:.3}"
                    );
                }
            }
        }
    }

    #[test]
    fn colours_differ_to_people_with_any_colour_vision() {
        let plain = [Paint::Cell];
        let areas = (0..AREAS).map(Paint::Area).chain(plain);
        let areas: Vec<Paint> = areas.collect();
        let sockets: Vec<Paint> = (0..SOCKETS).map(Paint::Socket).collect();
        let emphases = Emphasis::ALL.into_iter().skip(1);
        let soft = emphases.clone().map(Paint::Soft).chain(plain);
        let soft: Vec<Paint> = soft.collect();
        let strong: Vec<Paint> = emphases.map(Paint::Strong).collect();
        for theme in [Theme::LIGHT, Theme::DARK] {
            differ(&theme, &areas, 0.035);
            differ(&theme, &sockets, 0.05);
            differ(&theme, &soft, 0.04);
            differ(&theme, &strong, 0.025);
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
