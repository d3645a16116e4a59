import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import type { DoorEnv } from "../door-env.ts";
import type { Doors } from "../doors/mount-call.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import { referencePage, type Theme } from "./reference-page.ts";
import { themeScript } from "./theme-script.ts";

export type ReferenceParts = {
  publicOrigin: string;
  /** The colours of the site. */
  tokensFile: string;
  /** What the page adds to them. */
  referenceFile: string;
};

const themeHash = createHash("sha256").update(themeScript).digest("base64");
const policy = `default-src 'none'; script-src 'sha256-${themeHash}'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const isFresh = { "Cache-Control": "no-cache" };

/** The document for programs, and the page of it for people. Made when it is first asked for. */
export function referenceDoors({ publicOrigin, tokensFile, referenceFile }: ReferenceParts): Doors {
  const doors = new Hono<DoorEnv>();
  const document = once(() => openApiDocument(publicOrigin));
  const page = {
    dark: once(() => referencePage(document(), "dark")),
    light: once(() => referencePage(document(), "light")),
  };

  doors.get("/api/openapi.json", (c) => c.json(document(), 200, isFresh));

  doors.get("/api/docs", (c) => {
    const theme: Theme = c.req.query("theme") === "light" ? "light" : "dark";
    return c.html(page[theme](), 200, { ...isFresh, "Content-Security-Policy": policy });
  });

  for (const [name, file] of Object.entries({ tokens: tokensFile, reference: referenceFile })) {
    const style = once(() => withoutFonts(readFileSync(file, "utf8")));
    doors.get(`/api/docs/${name}.css`, (c) =>
      c.body(style(), 200, { ...isFresh, "Content-Type": "text/css; charset=utf-8" }),
    );
  }
  return doors;
}

/** The page does without: its policy asks for no fonts. */
const withoutFonts = (style: string) => style.replaceAll(/@font-face\s*\{[^}]*\}/g, "");

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}
