import { AsyncLocalStorage } from "node:async_hooks";
import { writeXlsxStream } from "hucre/xlsx";
import { byteOrderMark, csvLine } from "./csv.ts";

/** Of the loader: whoever takes a file presses a button, and that is noted. */
export const onlyByButton = (): Response => new Response("", { status: 404 });

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type Table = { titles: readonly string[]; parts: AsyncIterable<readonly (readonly string[])[]> };

/** A table for spreadsheets, in which no cell is computed. It is sent while it is read, so that a long one takes no memory. */
export const tableAnswer = (name: string, format: "csv" | "xlsx", table: Table): Response =>
  fileAnswer(`${name}.${format}`, types[format], format === "csv" ? streamOf(csvParts(table)) : sheetOf(name, table));

export const fileAnswer = (name: string, type: string, body: ReadableStream<Uint8Array>): Response =>
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

/** Its cells are texts, also where they look like formulas. */
function sheetOf(name: string, { titles, parts }: Table): ReadableStream<Uint8Array> {
  const columns = titles.map((header) => ({ header, width: 18 }));
  return writeXlsxStream(inLanguage(rowsOf(parts)), { name, columns, freezePane: { rows: 1 } });
}

async function* rowsOf(parts: Table["parts"]) {
  for await (const rows of parts) for (const row of rows) yield [...row];
}

/** The next part is made once the one before has left. When whoever asked goes away, no more is made. */
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

/** What a connection asks for comes in the language of the request that it answers. */
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
