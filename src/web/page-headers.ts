import { createHash } from "node:crypto";
import { themeScript } from "./theme-script.ts";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

type Needs = {
  /** For the inline scripts of pages that hydrate. */
  nonce?: string;
  /** For pages that show pictures from wherever their owners keep them. */
  foreignImages?: boolean;
};

/** Nothing is allowed that a page does not need. */
export function contentSecurityPolicy({ nonce, foreignImages = false }: Needs = {}): string {
  // Vite puts styles into the page and talks to its own socket while one develops.
  const [inlineStyles, socket] = import.meta.env.DEV ? [" 'unsafe-inline'", " ws:"] : ["", ""];
  return [
    "default-src 'none'",
    `script-src 'self' ${sha256(themeScript)}${nonce ? ` 'nonce-${nonce}'` : ""}`,
    `style-src 'self'${inlineStyles}`,
    // The blur in the place of a page that is not there yet stands in the page itself.
    `img-src 'self' data:${foreignImages ? " https:" : ""}`,
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const withoutScripts = contentSecurityPolicy();

export function addPageHeaders(response: Response, request: Request): Response {
  const { headers } = response;
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", withoutScripts);
  if (!headers.has("Cross-Origin-Opener-Policy")) headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  headers.set("Vary", "Cookie, Accept-Language");
  if (!headers.has("Cache-Control")) {
    headers.set("Cache-Control", isAnswer(request) ? "no-store" : "private, no-cache");
  }
  if (isAnswer(request)) headers.set("X-Robots-Tag", "noindex");
  return response;
}

const isAnswer = (request: Request) => request.method === "POST";
