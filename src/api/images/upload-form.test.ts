import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readUploadForm } from "./upload-form.ts";

const type = "multipart/form-data; boundary=x";
const receiver = { takes: () => true, skipsNameless: true, receive: async () => "received", discard: async () => {} };

test("a form that goes on after its last boundary is read to its end", { timeout: 5000 }, async () => {
  const pieces = ["Ri0=\r\n--x--\r\nRi0=\r\n--x\xad-\r\n", "R"].map((piece) => Buffer.from(piece, "latin1"));
  const form = readUploadForm({ headers: { "content-type": type }, body: Readable.from(pieces) }, receiver);
  expect(await form).toMatchObject({ files: [] });
});

const leaving = {
  "reads nothing": async () => "received",
  "reads a piece and fails": async (bytes: AsyncIterable<Uint8Array>) => {
    await bytes[Symbol.asyncIterator]().next();
    throw new Error("the disk is full");
  },
};

test.for(Object.entries(leaving))(
  "a receiver that %s keeps no file from arriving",
  { timeout: 5000 },
  async ([, receive]) => {
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`;
    const pieces = [`${part("first")}begin`, "x".repeat(100_000), `\r\n${part("second")}all\r\n--x--\r\n`];
    async function* body() {
      for (const piece of pieces) {
        yield Buffer.from(piece);
        await setImmediate();
      }
    }
    const all = {
      ...receiver,
      receive: (bytes: AsyncIterable<Uint8Array>, field: string) => (field === "first" ? receive(bytes) : text(bytes)),
    };
    const { files } = await readUploadForm({ headers: { "content-type": type }, body: Readable.from(body()) }, all);
    expect(files[1]).toMatchObject({ field: "second", outcome: { done: "all" } });
  },
);
