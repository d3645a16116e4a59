import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { ApiParts } from "../route-env.ts";
import type { Routes } from "../http/mount-call.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import { referencePage, type Theme, themeScript } from "./reference-page.ts";

export type ReferenceParts = ApiParts & { tokensFile: string; referenceFile: string };

const themeHash = createHash("sha256").update(themeScript).digest("base64");
const policy = `default-src 'none'; script-src 'sha256-${themeHash}'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const revalidated = { "Cache-Control": "no-cache" };

/** Serves the OpenAPI document for programs, and as a page for people. Each is made when it is first requested. */
export function mountReference(routes: Routes, parts: ReferenceParts): void {
  const { portal, publicOrigin, tokensFile, referenceFile } = parts;
  // Unchanged settings are the same object, so neither is made again.
  const document = memoizeLast((settings: Settings) => openApiDocument(publicOrigin, settings));
  const pageIn = (theme: Theme) =>
    memoizeLast((settings: Settings) => {
      const name = operatorName(settings.operator, publicOrigin);
      return referencePage(document(settings), theme, { ...settings.operator, name });
    });
  const page = { dark: pageIn("dark"), light: pageIn("light") };

  routes.get("/api/openapi.json", async (c) => c.json(document(await currentSettings(portal)), 200, revalidated));

  routes.get("/api/docs", async (c) => {
    const theme: Theme = c.req.query("theme") === "light" ? "light" : "dark";
    return c.html(page[theme](await currentSettings(portal)), 200, {
      ...revalidated,
      "Content-Security-Policy": policy,
    });
  });

  for (const [name, file] of Object.entries({ tokens: tokensFile, reference: referenceFile })) {
    const styleOf = memoizeLast((path: string) => withoutFonts(readFileSync(path, "utf8")));
    routes.get(`/api/docs/${name}.css`, (c) =>
      c.body(styleOf(file), 200, { ...revalidated, "Content-Type": "text/css; charset=utf-8" }),
    );
  }
}

/** The Content-Security-Policy of the page allows no fonts. */
const withoutFonts = (style: string) => style.replaceAll(/@font-face\s*\{[^}]*\}/g, "");

/** Remembers the last result, and makes a new one only for a different input. */
function memoizeLast<What, Made>(make: (what: What) => Made): (what: What) => Made {
  let last: { what: What; made: Made } | null = null;
  return (what) => {
    if (last?.what !== what) last = { what, made: make(what) };
    return last.made;
  };
}
