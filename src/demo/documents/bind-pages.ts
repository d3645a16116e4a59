export function bindPages(pages: readonly Uint8Array[]): Buffer {
  const kids = pages.map((_, at) => `${3 + at * 3} 0 R`).join(" ");
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    ...pages.flatMap((page, at) => pageObjects(3 + at * 3, page)),
  ];
  const parts = [Buffer.from("%PDF-1.4\n")];
  const index = [`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`];
  let length = 9;
  for (const [at, object] of objects.entries()) {
    index.push(`${String(length).padStart(10, "0")} 00000 n \n`);
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    length += part.byteLength;
    parts.push(part);
  }
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(index.join("") + trailer)]);
}

/** The page, its image, and the content stream that draws the image on the page. */
const pageObjects = (id: number, jpeg: Uint8Array): Buffer[] => [
  Buffer.from(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Scan ${id + 1} 0 R >> >> /Contents ${id + 2} 0 R >>`,
  ),
  stream(
    "/Type /XObject /Subtype /Image /Width 1240 /Height 1754 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ",
    jpeg,
  ),
  stream("", Buffer.from("q 595 0 0 842 0 0 cm /Scan Do Q")),
];

const stream = (entries: string, bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`<< ${entries}/Length ${bytes.byteLength} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
