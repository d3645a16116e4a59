import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export type ReadMail = {
  /** Names in lower case, values decoded and on one line. */
  headers: Record<string, string>;
  text: string;
};

/**
 * Parses a mail of one part, as a mail program does. Follows the RFCs and shares no code with the program that wrote
 * the mail.
 */
export function readMail(source: string): ReadMail {
  const [head = "", ...body] = source.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      return [name.toLowerCase(), decodeWords(value)];
    }),
  );
  const encoded = body.join("\r\n\r\n");
  const encoding = headers["content-transfer-encoding"];
  const text = encoding === "quoted-printable" ? quotedPrintable(encoded.replaceAll("=\r\n", "")) : encoded;
  return { headers, text: text.replaceAll("\r\n", "\n") };
}

/** The mails in an outbox, oldest first. */
export async function mailsIn(dataDir: string): Promise<ReadMail[]> {
  const outbox = path.join(dataDir, "outbox");
  const files = (await readdir(outbox)).filter((file) => file.endsWith(".eml")).toSorted();
  return Promise.all(files.map(async (file) => readMail(await readFile(path.join(outbox, file), "utf8"))));
}

/** RFC 2047: =?charset?encoding?text?= */
const decodeWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString()
        : quotedPrintable(word.replaceAll("_", " ")),
    );

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
