import { PortalError } from "#core/errors.ts";
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";
import { imageWidths, maxHeight, maxPdfPagePixels, maxPdfPages, maxPixelsPerPoint } from "./image-sizes.ts";
import { type Picture, refuseAsBroken } from "./picture.ts";

const lockedReasons = ["Password required or incorrect password", "Unsupported security scheme"];

/** Yields the first pages, rendered one at a time. This PDFium has no script engine: JavaScript in a PDF never runs. */
export async function* readPdf(bytes: Buffer): AsyncGenerator<Picture> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch(refuseToOpen);
  const pageCount = Math.min(document.getPageCount(), maxPdfPages);
  if (pageCount === 0) throw new PortalError("pdf-without-pages");
  for (let index = 0; index < pageCount; index += 1) yield await drawPage(document, index).catch(refuseAsBroken);
}

async function drawPage(document: PDFiumDocument, index: number): Promise<Picture> {
  const page = document.getPage(index);
  // Filled-in form fields belong to the document, but PDFium draws them only on request.
  const drawn = await page.render({ ...sizeInPixels(page), render: "bitmap", renderFormFields: true });
  return { pixels: drawn.data, width: drawn.width, height: drawn.height, channels: 4 };
}

/** Limits the size before a page is rendered: a page may claim to be five metres wide. */
function sizeInPixels(page: PDFiumPage): { width: number; height: number } {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error("PDFium cannot read this page");
  const scale = Math.min(
    imageWidths.paper.reading / originalWidth,
    maxHeight / originalHeight,
    maxPixelsPerPoint,
    Math.sqrt(maxPdfPagePixels / (originalWidth * originalHeight)),
  );
  return { width: atLeastOne(originalWidth * scale), height: atLeastOne(originalHeight * scale) };
}

const atLeastOne = (pixels: number) => Math.max(1, Math.floor(pixels));

/** PDFium's wrapper has no error codes, so the error message is compared. */
function refuseToOpen(cause: unknown): never {
  const isLocked = cause instanceof Error && lockedReasons.includes(cause.message);
  throw new PortalError(isLocked ? "locked-pdf" : "broken-file", { cause });
}
