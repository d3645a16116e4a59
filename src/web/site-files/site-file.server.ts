import { createHash } from "node:crypto";
import type { Visit } from "../frame/visit.server.ts";

/** A file that is made of the settings, for browsers and other programs. */
export type SiteFile = {
  type: string;
  content: string | Uint8Array;
  /** Whether browsers have to ask each time whether there is a new one. */
  isAskedAnew?: boolean;
  /** Whether pages of other sites may take it in. */
  isForOthers?: boolean;
};

export type MakeSiteFile = (visit: Visit) => Promise<SiteFile>;

/** What the operator changes in the settings is everywhere within this time. */
const cachedForAnHour = "public, max-age=3600";

export function answerWith({ type, content, isAskedAnew, isForOthers }: SiteFile, request: Request): Response {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "Cache-Control": isAskedAnew ? "no-cache" : cachedForAnHour,
    "Cross-Origin-Resource-Policy": isForOthers ? "cross-origin" : "same-origin",
    ETag: etag,
  };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const body = typeof content === "string" ? content : new Uint8Array(content);
  return new Response(body, { headers: { ...headers, "Content-Type": type } });
}
