import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sessionCookie } from "#auth/cookies.ts";
import { readCookies } from "#core/read-cookies.ts";
import type { PrerenderedPage } from "#web/frame/page-headers.server.ts";

/** A shorter response fits into one packet uncompressed. */
const shortest = 1000;

type Bytes = Uint8Array<ArrayBuffer>;

const compress: Record<Encoding, (plain: string | Bytes) => Bytes> = {
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (plain) => gzipSync(plain, { level: 3 }),
};

/**
 * Compresses a rendered page for this client. It takes the text of the page: reading it from a Response would cost
 * twice as much.
 */
export function compressPage(page: PrerenderedPage, request: Request, publicOrigin: string): Response {
  const { status, headers, html } = page;
  const encoding = html.length < shortest ? null : encodingFor(request, publicOrigin);
  if (!encoding) return new Response(html, { status, headers });
  const small = encoding === "br" && isForEverybody(request, publicOrigin) ? smallest(html) : undefined;
  const bytes = small ?? compress[encoding](html);
  return new Response(bytes, { status, headers: { ...headers, "Content-Encoding": encoding } });
}

/** Pages for everybody, as small as possible: this takes too long to be done for each request. */
const smallestPages = new Map<string, Bytes | undefined>();
/** More than there are pages and languages. */
const maxSmallestPages = 100;

const isForEverybody = ({ method, headers }: Request, publicOrigin: string) =>
  method === "GET" && !readCookies(headers.get("Cookie")).has(sessionCookie(publicOrigin));

/** Undefined at the first request for a page, which starts the work on another thread. */
function smallest(html: string): Bytes | undefined {
  if (!smallestPages.has(html)) {
    if (smallestPages.size >= maxSmallestPages) smallestPages.clear();
    smallestPages.set(html, undefined);
    brotliCompress(html, (_error, bytes) => smallestPages.set(html, bytes));
  }
  return smallestPages.get(html);
}

/** Compresses a response for this client if it is text. */
export async function compressResponse(answer: Response, request: Request, publicOrigin: string): Promise<Response> {
  const { status, headers } = answer;
  if (!isPlainText(headers)) return answer;
  if (!headers.get("Vary")?.includes("Accept-Encoding")) headers.append("Vary", "Accept-Encoding");
  const encoding = encodingFor(request, publicOrigin);
  if (!encoding) return answer;
  const plain = new Uint8Array(await answer.arrayBuffer());
  if (plain.byteLength < shortest) return new Response(plain, { status, headers });
  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  return new Response(compress[encoding](plain), { status, headers });
}

/**
 * True for text that may be compressed. A response with an ETag is one short record, and compression would create a
 * second representation of it. A file to be saved may be larger than the memory, so it is sent while it is made.
 */
const isPlainText = (headers: Headers) =>
  /^(text\/|application\/(json|atom\+xml))/.test(headers.get("Content-Type") ?? "") &&
  !headers.has("Content-Encoding") &&
  !headers.has("Content-Disposition") &&
  !headers.has("ETag");

function encodingFor({ method, headers }: Request, publicOrigin: string): Encoding | null {
  if (method === "HEAD" || maySizeBeObserved(headers, publicOrigin)) return null;
  return acceptedEncoding(headers.get("Accept-Encoding")) ?? null;
}

/**
 * The length of a compressed text depends on its content. Another site could make a signed-in visitor's browser request
 * a page again and again, observe the lengths, and learn what the page contains (BREACH).
 */
function maySizeBeObserved(headers: Headers, publicOrigin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site === "same-origin" || site === "none") return false;
  return readCookies(headers.get("Cookie")).has(sessionCookie(publicOrigin));
}

/** The supported content encodings, the best first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** The best encoding that the client accepts. */
export function acceptedEncoding(header: string | null | undefined): Encoding | undefined {
  const accepted = (header ?? "").split(",").map((part) => part.trim());
  const takes = (encoding: Encoding) =>
    accepted.some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(part)));
  return encodings.find(takes);
}
