import { createHash } from "node:crypto";
import type { Visit } from "../frame/visit.server.ts";

/** A file that is made of the settings, for browsers and other programs. */
export type SiteFile = {
  type: string;
  content: string | Uint8Array;
  /** Whether browsers have to ask each time whether there is a new one. */
  isAskedAnew?: boolean;
  /** What pages name in its address, as `v`: under that address it never changes. */
  version?: string;
  /** Whether pages of other sites may take it in. */
  isForOthers?: boolean;
};

export type MakeSiteFile = (visit: Visit) => Promise<SiteFile | null>;

/** What the operator changes in the settings is everywhere within this time. */
const cachedForAnHour = "public, max-age=3600";
const cachedForGood = "public, max-age=31536000, immutable";

/** Null where the settings have nothing of it. */
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

function cachingOf({ isAskedAnew, version }: SiteFile, { url }: Request): string {
  if (version !== undefined && new URL(url).searchParams.get("v") === version) return cachedForGood;
  return isAskedAnew || version !== undefined ? "no-cache" : cachedForAnHour;
}
