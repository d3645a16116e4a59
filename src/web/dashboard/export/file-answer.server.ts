import { AsyncLocalStorage } from "node:async_hooks";
import { writeXlsxStream } from "hucre/xlsx";
import { byteOrderMark, csvLine } from "./csv.ts";

/** The loader of routes with files: a file is sent only when a button is pressed, because an audit event records it. */
export const notFoundOnGet = (): Response => new Response("", { status: 404 });

export const tableTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type Table = { titles: readonly string[]; parts: AsyncIterable<readonly (readonly string[])[]> };

/**
 * Returns a table for spreadsheets in which no cell is computed. It is streamed, so that a long table needs little
 * memory.
 */
export const tableAnswer = (name: string, format: "csv" | "xlsx", table: Table): Response =>
  fileAnswer(
    `${name}.${format}`,
    tableTypes[format],
    format === "csv" ? streamOf(csvParts(table)) : sheetOf(name, table),
  );

export async function* inOnePart<Rows>(rows: Rows) {
  yield rows;
}

export const fileAnswer = (name: string, type: string, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });

async function* csvParts({ titles, parts }: Table) {
  const encoder = new TextEncoder();
  yield encoder.encode(byteOrderMark + csvLine(titles));
  for await (const rows of parts) yield encoder.encode(rows.map(csvLine).join(""));
}

/** All cells are texts, even those that look like formulas. */
function sheetOf(name: string, { titles, parts }: Table): ReadableStream<Uint8Array> {
  const columns = titles.map((header) => ({ header, width: 18 }));
  return writeXlsxStream(inLanguage(rowsOf(parts)), { name, columns, freezePane: { rows: 1 } });
}

async function* rowsOf(parts: Table["parts"]) {
  for await (const rows of parts) for (const row of rows) yield row.map(literally);
}

/** In a sheet, "_x0041_" is another spelling of "A". */
const literally = (text: string) => text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_");

/**
 * Streams parts with backpressure: each part is made when the one before has left. When the client has gone, no further
 * part is made.
 */
export function streamOf(given: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const parts = inLanguage(given);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = await parts.next();
        if (part.done) controller.close();
        else controller.enqueue(part.value);
      },
      cancel: async () => void (await parts.return()),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Runs the generator in the async context of the request: parts that a connection pulls later are in the language of
 * that request.
 */
export function inLanguage<Part>(parts: AsyncGenerator<Part>) {
  const inRequest = AsyncLocalStorage.snapshot();
  return {
    next: () => inRequest(() => parts.next()),
    return: () => parts.return(undefined),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
