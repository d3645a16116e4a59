import { buffer } from "node:stream/consumers";
import { makeZip } from "client-zip";

/** The end of a paragraph that another paragraph follows, in the same cell. */
const endOfLine = /(?:<\/text:p>|<text:p(?:\s[^<>]*)?\/>)\s*(?=<text:p[\s>/])/gu;
const lineBreak = "<text:line-break/></text:p>";

/**
 * An OpenDocument file whose cells have their lines in one paragraph each: the reader joins the paragraphs of a cell without a
 * space. Null if each cell has one paragraph already.
 */
export async function withLinesInParagraphs(xml: string): Promise<Uint8Array | null> {
  if (xml.search(endOfLine) === -1) return null;
  const content = xml.replaceAll(endOfLine, (end) => (end.startsWith("</") ? lineBreak : `<text:p>${lineBreak}`));
  const mimetype = "application/vnd.oasis.opendocument.spreadsheet";
  const parts = [
    { name: "mimetype", input: mimetype },
    { name: "content.xml", input: content },
  ];
  return buffer(makeZip(parts));
}
