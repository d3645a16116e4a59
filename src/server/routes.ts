import type { IncomingMessage } from "node:http";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { authEndpoints } from "#auth/endpoints.ts";
import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import type { OfFeature } from "#core/settings/features.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { textPages } from "#core/texts/page-text.ts";
import { pathAndQueryOf } from "#core/web-address.ts";
import { pageTable } from "#web/pages.ts";
import { callRoutes } from "#api/calls.ts";

const anyMethod = "ALL";

/** Answered only if METRICS_TOKEN is set. Otherwise the path is unknown. */
export const metricsPath = "/metrics";

/** HEAD is treated as GET. */
type Method = Exclude<(typeof methods)[number], "HEAD">;
type Policies = Readonly<Partial<Record<Method, AccessPolicy>>>;

/**
 * - `call`: for programs and scripts; usually answers JSON
 * - `sign-in`: like `call`, but for browsers only: a token of a program is not accepted
 * - `page`: for people with a browser; answers HTML
 * - `file`: a built file, or a file made from the settings, for browsers and other programs
 */
export type RouteKind = "call" | "sign-in" | "page" | "file";

/** Without its feature the route is not found. */
export type Route = OfFeature & {
  kind: RouteKind;
  path: string;
  policies: Policies;
};

type Row = Policies & OfFeature;

type Endpoint = Readonly<Partial<Record<Method, { policy: AccessPolicy }>>>;
const endpoints: [string, Endpoint][] = Object.entries(authEndpoints);
const policiesOf = (endpoint: Endpoint): Policies =>
  Object.fromEntries(Object.entries(endpoint).map(([method, { policy }]) => [method, policy]));

/** Calls declare their policies in src/api/contract. */
const rowsByPath = (declared: typeof callRoutes): Record<string, Row> =>
  Object.fromEntries(
    Map.groupBy(declared, ({ path }) => path)
      .entries()
      .map(([path, ofPath]) => [
        path,
        { ...Object.fromEntries(ofPath.map(({ method, policy }) => [method, policy])), feature: ofPath[0]?.feature },
      ]),
  );

const table: Record<RouteKind, Readonly<Record<string, Row>>> = {
  call: {
    ...rowsByPath(callRoutes.filter(({ ofBrowser }) => !ofBrowser)),
    "/api/docs/tokens.css": { GET: "anyone" },
    "/api/docs/reference.css": { GET: "anyone" },
    "/news/feed.xml": { GET: "anyone", feature: "news" },
    "/log/logs.json": { GET: "anyone" },
    "/log/policy": { GET: "anyone" },
    "/log/*": { GET: "anyone" },
    "/.well-known/jwks.json": { GET: "anyone" },
    "/.well-known/jwt-vc-issuer": { GET: "anyone" },
    "/.well-known/openid-credential-issuer": { GET: "anyone", feature: "wallets" },
    "/.well-known/oauth-authorization-server": { GET: "anyone", feature: "wallets" },
    "/wallet/token": { POST: "anyone", feature: "wallets" },
    "/wallet/nonce": { POST: "anyone", feature: "wallets" },
    "/wallet/credential": { POST: "anyone", feature: "wallets" },
    "/wallet/presentation": { POST: "anyone", feature: "wallets" },
    "/registers.json": { GET: "anyone", feature: "registers" },
    "/status-lists/:list": { GET: "anyone" },
    [metricsPath]: { GET: "monitors" },
  },
  "sign-in": {
    ...rowsByPath(callRoutes.filter(({ ofBrowser }) => ofBrowser)),
    ...Object.fromEntries(endpoints.map(([path, endpoint]) => [`/api/auth${path}`, policiesOf(endpoint)])),
  },
  file: {
    "/assets/:file": { GET: "anyone" },
    "/favicon.svg": { GET: "anyone" },
    "/favicon.ico": { GET: "anyone" },
    "/apple-touch-icon.png": { GET: "anyone" },
    "/robots.txt": { GET: "anyone" },
    "/.well-known/security.txt": { GET: "anyone" },
    "/sitemap.xml": { GET: "anyone" },
    "/manifest.webmanifest": { GET: "anyone" },
    "/sw.js": { GET: "anyone" },
    "/card.png": { GET: "anyone" },
    "/embed.js": { GET: "anyone", feature: "embedding" },
    "/logo.webp": { GET: "anyone" },
    "/accent.css": { GET: "anyone" },
  },
  page: {
    ...Object.fromEntries(Object.keys(lookupPages).map((path) => [path, { GET: "anyone", POST: "anyone" }])),
    ...Object.fromEntries(textPages.map((page) => [`/${page}`, { GET: "anyone" }])),
    "/offline": { GET: "anyone" },
    ...Object.fromEntries(
      pageTable.map(({ path, policy, takesForm, feature }) => [
        path,
        { GET: policy, ...(takesForm && { POST: policy }), feature },
      ]),
    ),
  },
};

export const noPage: Route = { kind: "page", path: "/*", policies: { GET: "anyone", POST: "anyone" } };

const kinds = ["call", "sign-in", "file", "page"] as const satisfies RouteKind[];

/** Every route with its access policy. A path that is not listed here does not exist. */
export const routes: readonly Route[] = [
  ...kinds.flatMap((kind) =>
    Object.entries(table[kind]).map(([path, { feature, ...policies }]) => ({ kind, path, policies, feature })),
  ),
  noPage,
];

const exact = new RegExpRouter<Route>();
const pages = new RegExpRouter<Route>();
for (const route of routes) {
  if (route.kind !== "page") exact.add(anyMethod, route.path, route);
  else if (route !== noPage) pages.add(anyMethod, route.path.toLowerCase(), route);
}

export const routeAt = (path: string): Route => found(exact, path) ?? found(pages, pagePath(path)) ?? noPage;

const found = (router: RegExpRouter<Route>, path: string) => router.match(anyMethod, path)[0][0]?.[0];

/** The path as React Router reads it: case and a trailing slash do not matter, and `.data` requests the data of a page. */
const pagePath = (path: string) =>
  path
    .replace(/(\/_)?\.data$/, "")
    .toLowerCase()
    // Matches only from the first slash of a sequence. Otherwise a long sequence would take quadratic time.
    .replace(/(?<!\/)\/+$/, "") || "/";

/**
 * The parts of a request that logs, metrics and traces may contain. The address may contain a number; the path of the
 * route does not.
 */
export function describeRequest({ url = "", method = "" }: Pick<IncomingMessage, "url" | "method">) {
  const [path = ""] = pathAndQueryOf(url).split("?", 1);
  return { route: routeAt(path).path, method: isMethod(method) ? method : "other" };
}

/** Null if the route does not accept the method. */
export const policyOf = ({ policies }: Route, method: string): AccessPolicy | null =>
  isMethod(method) ? (policies[method === "HEAD" ? "GET" : method] ?? null) : null;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const isMethod = (text: string): text is (typeof methods)[number] => methods.some((method) => method === text);

export const methodsOf = (route: Route): string[] => methods.filter((method) => policyOf(route, method) !== null);

/** True if forms sent to the route may contain files. */
export const takesFiles = ({ path }: Route): boolean => withFiles.has(path);

const withFiles = new Set([
  "/images",
  "/import",
  ...pageTable.filter((page) => page.takesFiles).map(({ path }) => path),
]);

export const isUnknown = (route: Route): boolean => route === noPage;
