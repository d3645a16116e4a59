import { PDFiumLibrary } from "@hyzyla/pdfium";

/** The text on the first page of a PDF, as a reader copies it. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  using library = await PDFiumLibrary.init().then((opened) => ({ opened, [Symbol.dispose]: () => opened.destroy() }));
  const document = await library.opened.loadDocument(pdf);
  return document.getPage(0).getText().normalize("NFC").replaceAll(/\s+/g, " ");
}
