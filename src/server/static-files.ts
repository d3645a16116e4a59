import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { Context, MiddlewareHandler } from "hono";
import { acceptedEncoding, type Encoding, encodings } from "./compressed.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const endings: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

type StaticFile = { type: string; etag: string; isHashed: boolean; bytes: Buffer; encoded: Map<Encoding, Buffer> };

/**
 * Serves the files of a built folder. A file is read at its first request and kept in memory. Only files that existed at
 * the start have an address, so no path leads out of the folder. Every other request goes to the next handler.
 */
export async function staticFiles(folder: string): Promise<MiddlewareHandler> {
  const present = new Set(await namesIn(folder));
  const known = new Map<string, Promise<StaticFile>>();
  const read = (name: string): Promise<StaticFile> => {
    const reading = readStaticFile(folder, name, present);
    known.set(name, reading);
    reading.catch(() => known.delete(name));
    return reading;
  };
  return async (context, next) => {
    const name = nameAt(context.req.path);
    if (!isRead(context) || !present.has(name) || !(extname(name) in types)) return next();
    const file = await (known.get(name) ?? read(name));
    setCaching(context, file);
    return context.req.header("If-None-Match") === file.etag ? context.body(null, 304) : send(context, file);
  };
}

const nameAt = (address: string) => address.slice(1).split("/").join(sep);

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    // For a thousand files, `path.relative` takes more of a start than reading the folder.
    .map(({ parentPath, name }) => join(sep, parentPath.slice(folder.length), name).slice(sep.length));

const isRead = ({ req }: Context) => req.method === "GET" || req.method === "HEAD";

function send(context: Context, file: StaticFile): Response {
  const encoding = acceptedEncoding(context.req.header("Accept-Encoding"));
  const encoded = encoding && file.encoded.get(encoding);
  const bytes = encoded ?? file.bytes;
  context.header("Content-Type", file.type);
  context.header("Content-Length", String(bytes.length));
  if (encoded) context.header("Content-Encoding", encoding);
  return context.body(new Uint8Array(bytes));
}

function setCaching(context: Context, { isHashed, etag }: StaticFile): void {
  context.header("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "public, no-cache");
  context.header("ETag", etag);
  context.header("Vary", "Accept-Encoding");
  context.header("Cross-Origin-Resource-Policy", "same-origin");
}

async function readStaticFile(folder: string, name: string, present: ReadonlySet<string>): Promise<StaticFile> {
  const bytes = await readFile(join(folder, name));
  const encoded = new Map<Encoding, Buffer>();
  for (const encoding of encodings) {
    const packed = name + endings[encoding];
    if (present.has(packed)) encoded.set(encoding, await readFile(join(folder, packed)));
  }
  return {
    type: types[extname(name)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    isHashed: name.startsWith(`assets${sep}`),
    bytes,
    encoded,
  };
}
