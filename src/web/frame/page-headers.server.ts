import { createHash } from "node:crypto";
import { earlyScript, lateScript } from "./inline-scripts.ts";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const inlineScripts = [earlyScript, lateScript].map(sha256).join(" ");

type PageNeeds = {
  /** Allows the inline scripts of pages that hydrate. They show only images of this site. */
  nonce?: string;
  /** True for the page that reads QR codes: the browser compiles the scanner's WebAssembly. */
  compilesProgram?: boolean;
};

/** Allows only what a page needs. */
export function contentSecurityPolicy({ nonce, compilesProgram }: PageNeeds = {}): string {
  // In development, Vite inserts styles into the page and connects to its own socket.
  const [inlineStyles, socket] = import.meta.env.DEV ? [" 'unsafe-inline'", " ws:"] : ["", ""];
  // Vite's own script in development does without Trusted Types.
  const trustedTypes = ["trusted-types default", "require-trusted-types-for 'script'"];
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts}${nonce ? ` 'nonce-${nonce}'` : ""}${compilesProgram ? " 'wasm-unsafe-eval'" : ""}`,
    `style-src 'self'${inlineStyles}`,
    // Placeholders of images are data URLs in the page.
    `img-src 'self'${nonce ? "" : " data:"}`,
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(import.meta.env.DEV ? [] : trustedTypes),
  ].join("; ");
}

const permissions = (camera: string) => `camera=(${camera}), geolocation=(), microphone=(), payment=(), usb=()`;

const forEveryPage = {
  "Content-Security-Policy": contentSecurityPolicy(),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": permissions(""),
  Vary: "Cookie, Accept-Language, Accept-Encoding",
};

/** Headers of the page that reads QR codes. They override the headers of every page. */
export const scannerHeaders = {
  "Content-Security-Policy": contentSecurityPolicy({ compilesProgram: true }),
  "Permissions-Policy": permissions("self"),
} as const;

const forPages = { ...forEveryPage, "Cache-Control": "private, no-cache" };
const forAnswers = { ...forEveryPage, "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

export const pageHeaders = ({ method }: Request): Readonly<Record<string, string>> =>
  method === "POST" ? forAnswers : forPages;

export function addPageHeaders(response: Response, request: Request): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries(pageHeaders(request))) if (!headers.has(name)) headers.set(name, value);
  return response;
}

export type PrerenderedPage = { status: number; headers: Readonly<Record<string, string>>; html: string };
