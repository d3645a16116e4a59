/** JPEG pages bound into one PDF, each filling an A4 sheet. */
export function bindPages(pages: readonly Uint8Array[]): Buffer {
  const firstPage = 3;
  const idOfPage = (at: number) => firstPage + at * 3;
  const kids = pages.map((_, at) => `${idOfPage(at)} 0 R`).join(" ");
  const objects = [
    pdfObject(1, "<< /Type /Catalog /Pages 2 0 R >>"),
    pdfObject(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    ...pages.flatMap((page, at) => boundPage(idOfPage(at), page)),
  ];
  return withIndex(objects);
}

const sheet = { width: 595, height: 842, pixelsAcross: 1240, pixelsDown: 1754 };

function boundPage(id: number, jpeg: Uint8Array): Buffer[] {
  const { width, height, pixelsAcross, pixelsDown } = sheet;
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`;
  return [
    pdfObject(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]
        /Resources << /XObject << /Scan ${id + 1} 0 R >> >> /Contents ${id + 2} 0 R >>`,
    ),
    pdfStream(
      id + 1,
      `/Type /XObject /Subtype /Image /Width ${pixelsAcross} /Height ${pixelsDown}
        /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
    pdfStream(id + 2, "", Buffer.from(drawing)),
  ];
}

const pdfObject = (id: number, content: string) => Buffer.from(`${id} 0 obj\n${content}\nendobj\n`);

const pdfStream = (id: number, entries: string, bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`${id} 0 obj\n<< ${entries} /Length ${bytes.byteLength} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream\nendobj\n"),
  ]);

/** The whole file: header, objects, and where each of them starts. */
function withIndex(objects: readonly Buffer[]): Buffer {
  const header = Buffer.from("%PDF-1.4\n");
  const starts: number[] = [];
  let length = header.byteLength;
  for (const object of objects) {
    starts.push(length);
    length += object.byteLength;
  }
  const entries = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const index = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([header, ...objects, Buffer.from(index + end)]);
}
