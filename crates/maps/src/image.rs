//! Images of pixels: samples, tiles and drawn maps. As PNG behind the feature `files`.

/// The colour of a pixel: red, green, blue, and how opaque it is.
pub type Pixel = [u8; 4];

/// A rectangle of pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Image {
    width: usize,
    height: usize,
    pixels: Vec<Pixel>,
}

impl Image {
    /// The image whose pixel in a column and row is given by a function of the two.
    pub fn new(width: usize, height: usize, colour: impl Fn(usize, usize) -> Pixel) -> Self {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self {
            width,
            height,
            pixels: pixels.map(|(x, y)| colour(x, y)).collect(),
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixel in a column and row, counted from 0.
    pub fn at(&self, x: usize, y: usize) -> Pixel {
        self.pixels[y * self.width + x]
    }

    /// A quarter turn to the left.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self::new(self.height, self.width, |x, y| {
            self.at(self.width - 1 - y, x)
        })
    }

    /// As seen in a mirror: left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::new(self.width, self.height, |x, y| {
            self.at(self.width - 1 - x, y)
        })
    }

    /// Returns true if a pixel has that colour.
    pub(crate) fn has(&self, colour: Pixel) -> bool {
        self.pixels.contains(&colour)
    }

    /// Returns true if nothing is to be seen.
    pub(crate) fn is_clear(&self) -> bool {
        self.pixels.iter().all(|colour| colour[3] == 0)
    }

    /// Paints another image into this one, with its upper left corner there.
    pub(crate) fn paint(&mut self, left: usize, top: usize, other: &Self) {
        for (y, row) in other.pixels.chunks(other.width).enumerate() {
            let start = (top + y) * self.width + left;
            self.pixels[start..start + other.width].copy_from_slice(row);
        }
    }
}

#[cfg(feature = "files")]
mod png_files {
    use super::Image;
    use crate::Flaw;
    use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};
    use std::io::Cursor;

    /// The time that a picture of a film is shown, and the last one, in hundredths of a second.
    const SHOWN: (u16, u16) = (6, 200);

    /// The most bytes that a decoded image may have.
    const MOST_BYTES: usize = 1 << 30;

    impl Image {
        /// Reads a PNG file of any kind.
        pub fn from_png(bytes: &[u8]) -> Result<Self, Flaw> {
            let limits = Limits { bytes: MOST_BYTES };
            let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
            decoder.set_transformations(Transformations::normalize_to_color8());
            let flaw = |error: png::DecodingError| {
                Flaw(format!("this is not a complete PNG image: {error}"))
            };
            let mut reader = decoder.read_info().map_err(flaw)?;
            let size = reader
                .output_buffer_size()
                .filter(|&size| size <= MOST_BYTES);
            let size = size.ok_or_else(|| Flaw("the image is too large".into()))?;
            let mut buffer = vec![0; size];
            let info = reader.next_frame(&mut buffer).map_err(flaw)?;
            let channels = info.color_type.samples();
            let colour = |x: usize, y: usize| {
                let at = y * info.line_size + x * channels;
                match (info.color_type, &buffer[at..at + channels]) {
                    (ColorType::Grayscale, &[grey]) => [grey, grey, grey, 255],
                    (ColorType::GrayscaleAlpha, &[grey, opaque]) => [grey, grey, grey, opaque],
                    (_, &[red, green, blue]) => [red, green, blue, 255],
                    (_, &[red, green, blue, opaque]) => [red, green, blue, opaque],
                    _ => [0; 4],
                }
            };
            Ok(Self::new(info.width as usize, info.height as usize, colour))
        }

        /// Images of one size, at least one, as an animated PNG file.
        pub fn film(images: &[Self]) -> Result<Vec<u8>, Flaw> {
            let Some(last) = images.last() else {
                return Err(Flaw("a film without pictures".into()));
            };
            let flaw =
                |error: png::EncodingError| Flaw(format!("the film cannot be written: {error}"));
            let side =
                |side: usize| u32::try_from(side).map_err(|_| Flaw("the film is too large".into()));
            let (width, height) = (side(last.width)?, side(last.height)?);
            let mut bytes = Vec::new();
            let mut encoder = Encoder::new(&mut bytes, width, height);
            encoder.set_color(ColorType::Rgba);
            encoder.set_depth(BitDepth::Eight);
            encoder.set_animated(images.len() as u32, 0).map_err(flaw)?;
            encoder.set_frame_delay(SHOWN.0, 100).map_err(flaw)?;
            let mut writer = encoder.write_header().map_err(flaw)?;
            for (number, image) in images.iter().enumerate() {
                if number > 0 && number + 1 == images.len() {
                    writer.set_frame_delay(SHOWN.1, 100).map_err(flaw)?;
                }
                let pixels = image.pixels.as_flattened();
                writer.write_image_data(pixels).map_err(flaw)?;
            }
            writer.finish().map_err(flaw)?;
            Ok(bytes)
        }

        /// The image as a PNG file.
        pub fn png(&self) -> Result<Vec<u8>, Flaw> {
            let mut bytes = Vec::new();
            let too_large = || {
                Flaw(format!(
                    "an image of {}×{} pixels is too large",
                    self.width, self.height
                ))
            };
            let width = u32::try_from(self.width).map_err(|_| too_large())?;
            let height = u32::try_from(self.height).map_err(|_| too_large())?;
            let mut encoder = Encoder::new(&mut bytes, width, height);
            encoder.set_color(ColorType::Rgba);
            encoder.set_depth(BitDepth::Eight);
            let flaw =
                |error: png::EncodingError| Flaw(format!("the image cannot be written: {error}"));
            let mut writer = encoder.write_header().map_err(flaw)?;
            writer
                .write_image_data(self.pixels.as_flattened())
                .map_err(flaw)?;
            writer.finish().map_err(flaw)?;
            Ok(bytes)
        }
    }
}
