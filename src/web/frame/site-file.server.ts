import { createHash } from "node:crypto";
import type { Visit } from "./visit.server.ts";

/** A file for browsers and other programs that is generated from the settings. */
export type SiteFile = {
  type: string;
  content: string | Uint8Array;
  /** True if browsers must revalidate the file at each use. */
  mustRevalidate?: boolean;
  /** The parameter `v` in the address that pages use. Under this address the file never changes. */
  version?: string;
  /** True if pages of other sites may include the file. */
  isForOthers?: boolean;
};

export type MakeSiteFile = (visit: Visit) => Promise<SiteFile | null>;

/** A change of the settings reaches every browser within an hour. */
const cachedForAnHour = "public, max-age=3600";
const cachedForGood = "public, max-age=31536000, immutable";

/** Returns the response with caching headers, or 404 if the settings have no such file. */
export function answerWith(file: SiteFile | null, request: Request): Response {
  if (!file) return new Response(null, { status: 404, headers: { "Cache-Control": "no-cache" } });
  const { type, content, isForOthers } = file;
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "Cache-Control": cachingOf(file, request),
    "Cross-Origin-Resource-Policy": isForOthers ? "cross-origin" : "same-origin",
    ETag: etag,
  };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const body = typeof content === "string" ? content : new Uint8Array(content);
  return new Response(body, { headers: { ...headers, "Content-Type": type } });
}

function cachingOf({ mustRevalidate, version }: SiteFile, { url }: Request): string {
  if (version !== undefined && new URL(url).searchParams.get("v") === version) return cachedForGood;
  return mustRevalidate || version !== undefined ? "no-cache" : cachedForAnHour;
}
