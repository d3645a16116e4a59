import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import type { ApiParts, RouteEnv } from "../route-env.ts";
import type { Routes } from "../http/mount-call.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import { referencePage, type Theme, themeScript } from "./reference-page.ts";

export type ReferenceParts = ApiParts & {
  /** The colours of the site. */
  tokensFile: string;
  /** What the page adds to them. */
  referenceFile: string;
};

type Operator = Settings["operator"];

const themeHash = createHash("sha256").update(themeScript).digest("base64");
const policy = `default-src 'none'; script-src 'sha256-${themeHash}'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const revalidated = { "Cache-Control": "no-cache" };

/** The OpenAPI document for programs, and a page of it for people. Each is made when it is first requested. */
export function referenceRoutes({ portal, publicOrigin, tokensFile, referenceFile }: ReferenceParts): Routes {
  const routes = new Hono<RouteEnv>();
  const document = once(() => openApiDocument(publicOrigin));
  const pageIn = (theme: Theme) =>
    oncePerOperator((operator) => {
      const name = operatorName(operator, publicOrigin);
      return referencePage(document(), theme, { ...operator, name });
    });
  const page = { dark: pageIn("dark"), light: pageIn("light") };

  routes.get("/api/openapi.json", (c) => c.json(document(), 200, revalidated));

  routes.get("/api/docs", async (c) => {
    const { operator } = await currentSettings(portal);
    const theme: Theme = c.req.query("theme") === "light" ? "light" : "dark";
    return c.html(page[theme](operator), 200, { ...revalidated, "Content-Security-Policy": policy });
  });

  for (const [name, file] of Object.entries({ tokens: tokensFile, reference: referenceFile })) {
    const style = once(() => withoutFonts(readFileSync(file, "utf8")));
    routes.get(`/api/docs/${name}.css`, (c) =>
      c.body(style(), 200, { ...revalidated, "Content-Type": "text/css; charset=utf-8" }),
    );
  }
  return routes;
}

/** The policy of the page allows no fonts. */
const withoutFonts = (style: string) => style.replaceAll(/@font-face\s*\{[^}]*\}/g, "");

/** Made again when the operator changes: unchanged settings are the same object. */
function oncePerOperator<Page>(make: (operator: Operator) => Page): (operator: Operator) => Page {
  let last: { operator: Operator; page: Page } | null = null;
  return (operator) => {
    if (last?.operator !== operator) last = { operator, page: make(operator) };
    return last.page;
  };
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}
