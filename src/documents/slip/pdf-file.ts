import { deflateSync } from "node:zlib";
import { drawnMark, withoutMarks } from "./drawn-marks.ts";
import { glyphSubset, tablesOf } from "./glyph-subset.ts";
import type { Line, PlacedRun } from "../text/shaped-text.ts";
import type { Glyph, Typeface } from "../text/typeface.ts";

export type PdfInfo = {
  title: string;
  author: string;
  subject: string;
  keywords: string;
  language: string;
  madeAt: Date;
};

/** Raw pixels of three bytes each, or an unchanged JPEG. */
export type PdfPicture = { width: number; height: number; bytes: Buffer; isJpeg: boolean };

type Box = { left: number; top: number; width: number; height: number };
type TextPlace = { left: number; baseline: number; size: number; colour: string };

/**
 * One page, measured in points from its upper left corner, or if it is written from the right, from its upper right one. It
 * takes shaped text, which can be searched and copied.
 */
export class PdfPage {
  readonly isFromRight: boolean;
  readonly #width: number;
  readonly #height: number;
  readonly #drawn: string[] = [];
  /** The font that the last text was set in: it stays until another one is set. */
  #font = "";
  readonly #faces = new Map<Typeface, UsedFace>();
  readonly #pictures: PdfPicture[] = [];
  readonly #links: (Box & { to: string })[] = [];

  constructor(width: number, height: number, isFromRight = false) {
    this.#width = width;
    this.#height = height;
    this.isFromRight = isFromRight;
  }

  /** The distance from the left edge of the page. */
  #leftOf({ left, width }: Pick<Box, "left" | "width">): number {
    return this.isFromRight ? this.#width - left - width : left;
  }

  rectangle({ top, width, height, ...box }: Box, colour: string): void {
    const left = this.#leftOf({ ...box, width });
    this.#drawn.push(`${ink(colour)} ${numbers(left, this.#height - top - height, width, height)} re f`);
  }

  /** Draws the square modules of a QR code as one shape, so that no PDF reader shows seams between them. */
  modules({ top, width, ...box }: Omit<Box, "height">, rows: readonly (readonly boolean[])[], colour: string): void {
    const left = this.#leftOf({ ...box, width });
    const side = width / rows.length;
    const bars = rows.flatMap((row, down) =>
      barsIn(row).map(
        ([from, to]) =>
          `${numbers(left + from * side, this.#height - top - (down + 1) * side, (to - from) * side, side)} re`,
      ),
    );
    this.#drawn.push(`${ink(colour)} ${bars.join(" ")} f`);
  }

  picture(picture: PdfPicture, { top, width, height, ...box }: Box): void {
    this.#pictures.push(picture);
    const matrix = numbers(width, 0, 0, height, this.#leftOf({ ...box, width }), this.#height - top - height);
    this.#drawn.push(`q ${matrix} cm /P${this.#pictures.length} Do Q`);
  }

  line({ runs, width }: Line, { baseline, size, colour, ...place }: TextPlace): void {
    const left = this.#leftOf({ ...place, width: (width * size) / 1000 });
    this.#drawn.push(`BT ${ink(colour)}`);
    const marks = runs.map((run) =>
      this.#run(run, { left: left + (run.left * size) / 1000, up: this.#height - baseline, size }),
    );
    this.#drawn.push("ET", ...marks.flat());
  }

  link(box: Box, to: string): void {
    this.#links.push({ ...box, left: this.#leftOf(box), to });
  }

  /**
   * `ActualText` has the letters in reading order: Bangla glyphs are in a different order. Readers turn letters from the
   * right around themselves, even those of an `ActualText`, so they only get glyphs. Returns what is drawn beside text.
   */
  #run(
    { face, glyphs, text, endsWord, level }: PlacedRun,
    place: { left: number; up: number; size: number },
  ): string[] {
    const { left, up, size } = place;
    const used = this.#faces.get(face) ?? { name: `F${this.#faces.size + 1}`, codes: new Map<string, UsedGlyph>() };
    this.#faces.set(face, used);
    const isFromRight = level % 2 === 1;
    const { letters, marks } = isFromRight ? withoutMarks(glyphs) : { letters: glyphs, marks: [] };
    const coded = letters.map((glyph) => ({ ...glyph, code: codeOf(used, glyph) }));
    const font = `/${used.name} ${numbers(size)} Tf`;
    const drawn = `${font === this.#font ? "" : `${font} `}1 0 0 1 ${numbers(left, up)} Tm ${shown(coded, size)}`;
    this.#font = font;
    const said = literal(endsWord ? `${text} ` : text);
    this.#drawn.push(isFromRight ? drawn : `/Span <</ActualText ${said}>> BDC ${drawn} EMC`);
    return marks.map((mark) => drawnMark(face, mark, place));
  }

  file(info: PdfInfo): Buffer {
    const objects: (string | Buffer)[] = [];
    const add = (object: string | Buffer) => objects.push(object);
    const pageAt = 3;
    add(`<</Type/Catalog/Pages 2 0 R/Lang ${literal(info.language)}/ViewerPreferences<</DisplayDocTitle true>>>>`);
    add(`<</Type/Pages/Kids[${pageAt} 0 R]/Count 1>>`);
    add("");
    const infoAt = add(infoObject(info));
    const contentAt = add(stream(Buffer.from(this.#drawn.join("\n"), "latin1")));
    const fonts = [...this.#faces].map(([face, used]) => `/${used.name} ${addFont(add, face, used)} 0 R`);
    const pictures = this.#pictures.map((picture, at) => `/P${at + 1} ${add(pictureObject(picture))} 0 R`);
    const links = this.#links.map((box) => `${add(linkObject(box, this.#height))} 0 R`);
    objects[pageAt - 1] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${numbers(this.#width, this.#height)}]/Contents ${contentAt} 0 R` +
      `/Resources<</Font<<${fonts.join("")}>>/XObject<<${pictures.join("")}>>>>/Annots[${links.join(" ")}]>>`;
    return fileOf(objects, infoAt);
  }
}

type UsedGlyph = { id: number; text: string; code: number };
type UsedFace = { name: string; codes: Map<string, UsedGlyph> };

/** One glyph may be part of several letters: each use of it has a code of its own, so that `ToUnicode` tells them apart. */
function codeOf({ codes }: UsedFace, { id, text }: Glyph): number {
  const key = `${id} ${text}`;
  const used = codes.get(key) ?? { id, text, code: codes.size + 1 };
  codes.set(key, used);
  return used.code;
}

const numbers = (...values: number[]) => values.map((value) => String(Math.round(value * 1000) / 1000)).join(" ");

const ink = (colour: string) =>
  `${numbers(...[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255))} rg`;

function* runsOf(row: readonly boolean[]): Generator<[number, number]> {
  for (let from = row.indexOf(true); from !== -1;) {
    const end = row.indexOf(false, from);
    const to = end === -1 ? row.length : end;
    yield [from, to];
    from = row.indexOf(true, to);
  }
}

const barsIn = (row: readonly boolean[]) => [...runsOf(row)];

/** Where shaping moved a glyph, a number between the glyphs moves it: thousandths of the font size, to the left. */
function shown(glyphs: readonly (Glyph & { code: number })[], size: number): string {
  const parts: string[] = [];
  let rise = 0;
  for (const { code, advance, width, right, up } of glyphs) {
    if (up !== rise) parts.push(`] TJ ${numbers((up * size) / 1000)} Ts [`);
    rise = up;
    if (right !== 0) parts.push(numbers(-right));
    parts.push(`<${hex(code)}>`);
    const after = width + right - advance;
    if (after !== 0) parts.push(numbers(after));
  }
  return `[${parts.join(" ")}] TJ${rise === 0 ? "" : " 0 Ts"}`.replaceAll(/\[ ?\] TJ /g, "").replaceAll("> <", "");
}

const hex = (code: number) => code.toString(16).padStart(4, "0");

/** Adds a Type 0 font with the used glyphs. `ToUnicode` has their text for readers that ignore `ActualText`. */
function addFont(add: (object: string | Buffer) => number, face: Typeface, { codes }: UsedFace): number {
  const used = [...codes.values()];
  const [head, hhea] = ["head", "hhea"].map((name) => tablesOf(face.file).get(name) ?? Buffer.alloc(54));
  const scale = 1000 / (head?.readUInt16BE(18) ?? 1000);
  const box = [36, 38, 40, 42].map((at) => (head?.readInt16BE(at) ?? 0) * scale);
  const [ascent, descent] = [4, 6].map((at) => (hhea?.readInt16BE(at) ?? 0) * scale);
  const name = `/ATTEST+${face.name}`;
  const file = glyphSubset(
    face.file,
    used.map(({ id }) => id),
  );
  const fileAt = add(stream(file, `/Length1 ${file.length}`));
  const descriptorAt = add(
    `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${numbers(...box)}]/ItalicAngle 0` +
      `/Ascent ${numbers(ascent ?? 0)}/Descent ${numbers(descent ?? 0)}/CapHeight ${numbers(ascent ?? 0)}/StemV 80/FontFile2 ${fileAt} 0 R>>`,
  );
  const glyphsAt = add(stream(Buffer.from([0, ...used.map(({ id }) => id)].flatMap((id) => [id >> 8, id & 0xff]))));
  const fontAt = add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptorAt} 0 R/CIDToGIDMap ${glyphsAt} 0 R/W[1[${numbers(...used.map(({ id }) => face.width(id)))}]]>>`,
  );
  const textAt = add(stream(Buffer.from(textOfCodes(used), "latin1")));
  return add(
    `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${fontAt} 0 R]/ToUnicode ${textAt} 0 R>>`,
  );
}

function textOfCodes(used: readonly UsedGlyph[]): string {
  const known = used.filter(({ text }) => text !== "");
  const lines = known.map(({ code, text }) => `<${hex(code)}> ${utf16(text).replace("FEFF", "")}`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) =>
    lines.slice(at * 100, at * 100 + 100),
  );
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def",
    "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ...blocks.map((block) => `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`),
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

const utf16 = (text: string) => `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase()}>`;

/** ASCII stays readable in the file. Other text is written as UTF-16. */
const literal = (text: string) =>
  /^[ -~]*$/.test(text) ? `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})` : utf16(text);

const infoObject = ({ title, author, subject, keywords, madeAt }: PdfInfo) => {
  const day = madeAt.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
  return (
    `<</Title ${literal(title)}/Author ${literal(author)}/Subject ${literal(subject)}/Keywords ${literal(keywords)}` +
    `/Producer(Attestry)/CreationDate(D:${day}Z)>>`
  );
};

const stream = (bytes: Buffer, more = "") => {
  const packed = deflateSync(bytes, { level: 9 });
  return Buffer.concat([
    Buffer.from(`<</Length ${packed.length}/Filter/FlateDecode${more}>>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
};

function pictureObject({ width, height, bytes, isJpeg }: PdfPicture): Buffer {
  const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8`;
  if (!isJpeg) return stream(bytes, shape);
  const head = Buffer.from(`<<${shape}/Filter/DCTDecode/Length ${bytes.length}>>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from("\nendstream")]);
}

const linkObject = ({ left, top, width, height, to }: Box & { to: string }, pageHeight: number) =>
  `<</Type/Annot/Subtype/Link/Rect[${numbers(left, pageHeight - top - height, left + width, pageHeight - top)}]` +
  `/Border[0 0 0]/A<</S/URI/URI ${literal(to)}>>>>`;

function fileOf(objects: readonly (string | Buffer)[], infoAt: number): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n", "latin1")];
  const starts: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    starts.push(length);
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
  }
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info ${infoAt} 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}
