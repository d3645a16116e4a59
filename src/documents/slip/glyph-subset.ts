import { fontOf, padToFourBytes } from "../text/woff.ts";

/** The tables of a TrueType font that are needed to draw glyphs. Tables that map text to glyphs are left out. */
const outlineTables = ["glyf", "head", "hhea", "hmtx", "loca", "maxp"];

/** Flags of the components of a compound glyph. */
const argsAreWords = 0x1;
const hasScale = 0x8;
const hasMore = 0x20;
const hasTwoScales = 0x40;
const hasMatrix = 0x80;

/** Returns the font with only the outlines of these glyphs and their components. Every glyph keeps its number. */
export function glyphSubset(font: Buffer, wanted: Iterable<number>): Buffer {
  const tables = tablesOf(font);
  const table = (name: string) => tables.get(name) ?? Buffer.alloc(0);
  const [glyf, loca, head] = [table("glyf"), table("loca"), Buffer.from(table("head"))];
  const isLong = head.readInt16BE(50) === 1;
  const count = table("maxp").readUInt16BE(4);
  const startOf = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const outline = (glyph: number) => glyf.subarray(startOf(glyph), startOf(glyph + 1));
  const used = withParts(new Set([0, ...wanted]), outline);
  const outlines: Buffer[] = [];
  const newLoca = Buffer.alloc((count + 1) * 4);
  let at = 0;
  for (let glyph = 0; glyph < count; glyph += 1) {
    newLoca.writeUInt32BE(at, glyph * 4);
    if (!used.has(glyph)) continue;
    const padded = padToFourBytes(outline(glyph));
    outlines.push(padded);
    at += padded.length;
  }
  newLoca.writeUInt32BE(at, count * 4);
  head.writeInt16BE(1, 50);
  const hmtx = metricsOf(used, { hmtx: table("hmtx"), full: table("hhea").readUInt16BE(34), count });
  const changed = new Map([
    ...tables,
    ["hmtx", hmtx],
    ["glyf", Buffer.concat(outlines)],
    ["loca", newLoca],
    ["head", head],
  ]);
  return fontOf(new Map(outlineTables.map((name) => [name, changed.get(name) ?? Buffer.alloc(0)])));
}

/** Returns the widths of the used glyphs. Those of the others are zeros, which a PDF packs into nothing. */
function metricsOf(used: ReadonlySet<number>, { hmtx, full, count }: { hmtx: Buffer; full: number; count: number }) {
  const kept = Buffer.from(hmtx);
  for (let glyph = 0; glyph < count; glyph += 1) {
    if (used.has(glyph)) continue;
    // From `full` on, glyphs have the width of the one before and only a bearing of their own.
    if (glyph < full - 1) kept.fill(0, glyph * 4, glyph * 4 + 4);
    else if (glyph >= full) kept.fill(0, full * 4 + (glyph - full) * 2, full * 4 + (glyph - full) * 2 + 2);
  }
  return kept;
}

export function tablesOf(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString("latin1", at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  return tables;
}

function withParts(glyphs: Set<number>, outline: (glyph: number) => Buffer): Set<number> {
  // A Set may grow during the loop: parts that are added are visited as well.
  for (const glyph of glyphs) for (const part of partsOf(outline(glyph))) glyphs.add(part);
  return glyphs;
}

function* partsOf(outline: Buffer): Generator<number> {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return;
  for (let at = 10, flags = hasMore; (flags & hasMore) !== 0;) {
    flags = outline.readUInt16BE(at);
    yield outline.readUInt16BE(at + 2);
    const scale = (flags & hasScale) !== 0 ? 2 : (flags & hasTwoScales) !== 0 ? 4 : (flags & hasMatrix) !== 0 ? 8 : 0;
    at += 4 + ((flags & argsAreWords) !== 0 ? 4 : 2) + scale;
  }
}
