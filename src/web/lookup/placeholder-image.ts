/**
 * What a stored ThumbHash looks like, as an image of 5 × 7 pixels that stands in the page itself: the browser smooths it
 * when it draws it large. BMP, because that needs no compression and is smaller than the table of a PNG.
 */
export function placeholderImage(thumbHash: string): string {
  const image = painted.get(thumbHash) ?? paint(thumbHash);
  if (painted.size >= mostPainted) painted.clear();
  painted.set(thumbHash, image);
  return image;
}

/** Whoever looks a record up often looks again; half a megabyte of them is kept. */
const painted = new Map<string, string>();
const mostPainted = 2000;

function paint(thumbHash: string): string {
  const channels = readThumbHash(Buffer.from(thumbHash, "base64"));
  const bytes = Buffer.alloc(header.length + height * rowBytes);
  header.copy(bytes);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) bytes.set(blueGreenRed(channels, x, y), header.length + y * rowBytes + x * 3);
  }
  return `data:image/bmp;base64,${bytes.toString("base64")}`;
}

const width = 5;
const height = 7;
/** Rows of a bitmap end on a multiple of four bytes. */
const rowBytes = 16;

const header = Buffer.alloc(54);
header.write("BM");
header.writeUInt32LE(header.length + height * rowBytes, 2);
header.writeUInt32LE(header.length, 10);
header.writeUInt32LE(40, 14);
header.writeInt32LE(width, 18);
// Negative: the first row is the top one.
header.writeInt32LE(-height, 22);
header.writeUInt16LE(1, 26);
header.writeUInt16LE(24, 28);

/** Waves of a cosine transform: the mean, and how strong each wave is. */
type Channel = { mean: number; waves: Wave[] };
type Wave = { across: number; down: number; strength: number };
type Channels = { light: Channel; yellowBlue: Channel; redGreen: Channel };

const mostWaves = 7;

function readThumbHash(hash: Uint8Array): Channels {
  const byte = (at: number) => hash[at] ?? 0;
  const head = byte(0) | (byte(1) << 8) | (byte(2) << 16);
  const more = byte(3) | (byte(4) << 8);
  const hasAlpha = head >> 23 === 1;
  const isLandscape = more >> 15 === 1;
  const longSide = hasAlpha ? 5 : mostWaves;
  const shortSide = Math.max(3, more & 7);
  const [across, down] = isLandscape ? [longSide, shortSide] : [shortSide, longSide];

  let nibble = (hasAlpha ? 6 : 5) * 2;
  const nextStrength = () => {
    const half = (byte(nibble >> 1) >> ((nibble & 1) * 4)) & 15;
    nibble += 1;
    return half / 7.5 - 1;
  };
  const channel = (mean: number, scale: number, wavesAcross: number, wavesDown: number): Channel => ({
    mean,
    waves: wavesOf(wavesAcross, wavesDown).map((wave) => ({ ...wave, strength: nextStrength() * scale })),
  });
  return {
    light: channel((head & 63) / 63, ((head >> 18) & 31) / 31, across, down),
    yellowBlue: channel(((head >> 6) & 63) / 31.5 - 1, (((more >> 3) & 63) / 63) * 1.25, 3, 3),
    redGreen: channel(((head >> 12) & 63) / 31.5 - 1, (((more >> 9) & 63) / 63) * 1.25, 3, 3),
  };
}

/** Only the slower waves of either direction are stored: a triangle of them, without the mean. */
function wavesOf(across: number, down: number): { across: number; down: number }[] {
  const waves = [];
  for (let y = 0; y < down; y += 1) {
    for (let x = y === 0 ? 1 : 0; x * down < across * (down - y); x += 1) waves.push({ across: x, down: y });
  }
  return waves;
}

function blueGreenRed({ light, yellowBlue, redGreen }: Channels, x: number, y: number): [number, number, number] {
  const lightness = valueAt(light, x, y);
  const difference = valueAt(redGreen, x, y);
  const blue = lightness - (2 / 3) * valueAt(yellowBlue, x, y);
  const red = (3 * lightness - blue + difference) / 2;
  return [asByte(blue), asByte(red - difference), asByte(red)];
}

function valueAt({ mean, waves }: Channel, x: number, y: number): number {
  let value = mean;
  for (const { across, down, strength } of waves) {
    value += 2 * strength * (cosines.across[across * width + x] ?? 0) * (cosines.down[down * height + y] ?? 0);
  }
  return value;
}

/** Every wave at every pixel, computed once. */
const waveTable = (pixels: number) =>
  Array.from({ length: mostWaves * pixels }, (_, at) =>
    Math.cos((Math.PI / pixels) * ((at % pixels) + 0.5) * Math.floor(at / pixels)),
  );
const cosines = { across: waveTable(width), down: waveTable(height) };

const asByte = (share: number) => Math.round(255 * Math.min(1, Math.max(0, share)));
