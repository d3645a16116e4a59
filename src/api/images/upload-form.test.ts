import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readUploadForm } from "./upload-form.ts";

const type = "multipart/form-data; boundary=x";
const receiver = { takes: () => true, skipsNameless: true, receive: async () => "received", discard: async () => {} };

test("a form that goes on after its last boundary is read to its end", { timeout: 5000 }, async () => {
  const pieces = ["Ri0=\r\n--x--\r\nRi0=\r\n--x\xad-\r\n", "R"].map((piece) => Buffer.from(piece, "latin1"));
  const form = readUploadForm({ headers: { "content-type": type }, body: Readable.from(pieces) }, receiver);
  expect(await form).toMatchObject({ files: [] });
});
