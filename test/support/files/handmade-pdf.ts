/** PDFs written by hand, for tests and benchmarks. PDFium has Helvetica and Courier built in. */
export type HandmadePage = {
  /** Width and height in points. */
  size?: [number, number];
  /** PDF operators; /F1 is Helvetica, /F2 Courier. */
  content?: string;
  /** More entries of the page's dictionary. */
  entries?: string;
  /** More entries of the page's resources. */
  resources?: string;
};

type HandmadeParts = { catalog?: string; extras?: string[] };

const fonts = "/F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/F2<</Type/Font/Subtype/Type1/BaseFont/Courier>>";

/** `extras` are objects of their own. The first can be referred to as `${firstExtra(pages)} 0 R`. */
export function handmadePdf(pages: readonly HandmadePage[], { catalog = "", extras = [] }: HandmadeParts = {}): Buffer {
  const kids = pages.map((_page, index) => `${3 + index * 2} 0 R`).join(" ");
  return assemble([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    ...pages.flatMap(pageObjects),
    ...extras,
  ]);
}

export function firstExtra(pageCount: number): number {
  return 3 + pageCount * 2;
}

export function pdfStream(content: string, entries = ""): string {
  return `<</Length ${content.length}${entries}>>stream\n${content}\nendstream`;
}

/** Operators that write one line of text. Coordinates count from the lower left corner. */
export function textAt(x: number, y: number, points: number, text: string, font: "F1" | "F2" = "F1"): string {
  const escaped = text.replaceAll(/[()\\]/g, (character) => `\\${character}`);
  return `BT /${font} ${points} Tf ${x} ${y} Td (${escaped}) Tj ET\n`;
}

function pageObjects(page: HandmadePage, index: number): string[] {
  const { size: [width, height] = [595, 842], content = "", entries = "", resources = "" } = page;
  return [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${4 + index * 2} 0 R` +
      `/Resources<</Font<<${fonts}>>${resources}>>${entries}>>`,
    pdfStream(content),
  ];
}

function assemble(objects: readonly string[]): Buffer {
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}${trailer}`,
    "latin1",
  );
}
