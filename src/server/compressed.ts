import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sessionCookie } from "#auth/cookies.ts";
import { readCookies } from "#core/read-cookies.ts";
import type { PrerenderedPage } from "#web/frame/page-headers.server.ts";
import { acceptedEncoding, type Encoding } from "./accepted-encoding.ts";

/** What is shorter goes out in one packet as it is. */
const shortest = 1000;

type Bytes = Uint8Array<ArrayBuffer>;

const compress: Record<Encoding, (plain: string | Bytes) => Bytes> = {
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (plain) => gzipSync(plain, { level: 3 }),
};

/** A page as this client gets it. Its text is at hand, which saves half of what reading it from an answer costs. */
export function asSent({ status, headers, html }: PrerenderedPage, request: Request, publicOrigin: string): Response {
  const encoding = html.length < shortest ? null : encodingFor(request, publicOrigin);
  if (!encoding) return new Response(html, { status, headers });
  return new Response(compress[encoding](html), { status, headers: { ...headers, "Content-Encoding": encoding } });
}

/** Any answer as this client gets it: texts are compressed. */
export async function compressed(answer: Response, request: Request, publicOrigin: string): Promise<Response> {
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

/** What has an ETag is one record, which is short, and would be two representations. */
const isPlainText = (headers: Headers) =>
  /^(text\/|application\/(json|atom\+xml))/.test(headers.get("Content-Type") ?? "") &&
  !headers.has("Content-Encoding") &&
  !headers.has("ETag");

function encodingFor({ method, headers }: Request, publicOrigin: string): Encoding | null {
  if (method === "HEAD" || mayBeWatched(headers, publicOrigin)) return null;
  return acceptedEncoding(headers.get("Accept-Encoding")) ?? null;
}

/**
 * How long a compressed text is says what in it is alike. Another site could lead somebody's browser here again and
 * again, listen to the lengths, and learn what stands on a page that only they may see (BREACH).
 */
function mayBeWatched(headers: Headers, publicOrigin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site === "same-origin" || site === "none") return false;
  return readCookies(headers.get("Cookie")).has(sessionCookie(publicOrigin));
}
