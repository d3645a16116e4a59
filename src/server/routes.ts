import { RegExpRouter } from "hono/router/reg-exp-router";
import { authEndpoints } from "#auth/endpoints/endpoints.ts";
import type { AccessPolicy } from "#core/staff/access-policies.ts";
import { textPages } from "#core/texts/page-text.ts";
import { callRoutes } from "#api/calls.ts";

const anyMethod = "ALL";

/** HEAD is asked for like GET. */
type Method = Exclude<(typeof methods)[number], "HEAD">;
type Policies = Readonly<Partial<Record<Method, AccessPolicy>>>;

/**
 * - `call`: for programs and scripts; answers JSON, as a rule
 * - `sign-in`: the same for browsers alone: a token for programs is worth nothing there
 * - `page`: for people with a browser; answers HTML
 * - `file`: what the build made, or what is made of the settings for browsers and other programs
 */
export type RouteKind = "call" | "sign-in" | "page" | "file";

export type Route = { kind: RouteKind; path: string; policies: Policies };

type Endpoint = Readonly<Partial<Record<Method, { policy: AccessPolicy }>>>;
const endpoints: [string, Endpoint][] = Object.entries(authEndpoints);
const policiesOf = (endpoint: Endpoint): Policies =>
  Object.fromEntries(Object.entries(endpoint).map(([method, { policy }]) => [method, policy]));

/** Calls declare their policy where they are described: src/api/contract. */
const policiesByPath = (declared: typeof callRoutes): Record<string, Policies> =>
  Object.fromEntries(
    Map.groupBy(declared, ({ path }) => path)
      .entries()
      .map(([path, ofPath]) => [path, Object.fromEntries(ofPath.map(({ method, policy }) => [method, policy]))]),
  );

const table: Record<RouteKind, Readonly<Record<string, Policies>>> = {
  call: {
    ...policiesByPath(callRoutes.filter(({ ofBrowser }) => !ofBrowser)),
    "/api/docs/tokens.css": { GET: "anyone" },
    "/api/docs/reference.css": { GET: "anyone" },
    "/news/feed.xml": { GET: "anyone" },
  },
  "sign-in": {
    ...policiesByPath(callRoutes.filter(({ ofBrowser }) => ofBrowser)),
    ...Object.fromEntries(endpoints.map(([path, endpoint]) => [`/api/auth${path}`, policiesOf(endpoint)])),
  },
  file: {
    "/assets/:file": { GET: "anyone" },
    "/favicon.svg": { GET: "anyone" },
    "/favicon.ico": { GET: "anyone" },
    "/apple-touch-icon.png": { GET: "anyone" },
    "/robots.txt": { GET: "anyone" },
    "/sitemap.xml": { GET: "anyone" },
    "/manifest.webmanifest": { GET: "anyone" },
    "/sw.js": { GET: "anyone" },
    "/card.png": { GET: "anyone" },
    "/embed.js": { GET: "anyone" },
  },
  page: {
    "/": { GET: "anyone", POST: "anyone" },
    "/Check_Visa": { GET: "anyone", POST: "anyone" },
    "/Work_Permit": { GET: "anyone", POST: "anyone" },
    "/Visa": { GET: "anyone", POST: "anyone" },
    "/Application_Stts": { GET: "anyone", POST: "anyone" },
    "/Lima": { GET: "anyone", POST: "anyone" },
    "/report": { GET: "anyone", POST: "anyone" },
    "/news": { GET: "anyone" },
    "/news/:id": { GET: "anyone" },
    ...Object.fromEntries(textPages.map((page) => [`/${page}`, { GET: "anyone" }])),
    "/search": { GET: "anyone", POST: "anyone" },
    "/language": { GET: "anyone", POST: "anyone" },
    "/offline": { GET: "anyone" },

    "/login": { GET: "anyone", POST: "anyone" },
    "/register": { GET: "anyone", POST: "anyone" },
    "/register/sent": { GET: "anyone" },
    "/confirm": { GET: "anyone", POST: "anyone" },
    "/second-factor": { GET: "anyone", POST: "anyone" },
    "/google": { GET: "anyone", POST: "anyone" },
    "/signed-in": { GET: "anyone" },
    "/forgot": { GET: "anyone", POST: "anyone" },
    "/forgot/sent": { GET: "anyone" },
    "/reset": { GET: "anyone", POST: "anyone" },
    "/invitation": { GET: "anyone", POST: "anyone" },
    "/setup": { GET: "anyone", POST: "anyone" },
    "/sign-out": { GET: "anyone", POST: "anyone" },

    "/account": { GET: "signed-in" },
    "/account/profile": { GET: "signed-in", POST: "signed-in" },
    "/account/password": { GET: "signed-in", POST: "signed-in" },
    "/account/second-step": { GET: "signed-in", POST: "signed-in" },
    "/account/passkeys": { GET: "signed-in", POST: "signed-in" },
    "/account/sessions": { GET: "signed-in", POST: "signed-in" },
    "/prove-again": { GET: "signed-in", POST: "signed-in" },

    "/dashboard": { GET: "signed-in" },
    "/dashboard/BAD_Request": { GET: "signed-in" },
    "/dashboard/Entry": { GET: "admins", POST: "admins" },
    "/dashboard/ManagePost": { GET: "moderators", POST: "moderators" },
    "/Update_A_User/:id": { GET: "clerks", POST: "clerks" },
    "/dashboard/update": { GET: "admins", POST: "admins" },
    "/dashboard/update/:id/delete": { GET: "admins", POST: "admins" },
    "/dashboard/Control_Post": { GET: "admins", POST: "admins" },
    "/dashboard/Control_Post/:id": { GET: "admins", POST: "admins" },
    "/dashboard/change-date": { GET: "admins", POST: "admins" },
    "/dashboard/Settings": { GET: "admins", POST: "admins" },
    "/dashboard/Find": { GET: "admins", POST: "admins" },
    "/MaltipleInput": { GET: "clerks", POST: "clerks" },

    "/dashboard/my-enrolled-classes": { GET: "students" },
    "/dashboard/my-enrolled-classes/:id/give-up": { GET: "students", POST: "students" },
    "/dashboard/my-selected-classes": { GET: "students", POST: "students" },
    "/dashboard/payment-history": { GET: "students" },
    "/dashboard/receipt/:id": { GET: "signed-in" },
    "/dashboard/classes": { GET: "admins", POST: "admins" },
    "/dashboard/classes/:id": { GET: "admins", POST: "admins" },
    "/dashboard/classes/:id/edit": { GET: "admins", POST: "admins" },
    "/dashboard/classes/:id/delete": { GET: "admins", POST: "admins" },
    "/dashboard/classes/:id/students/:person": { GET: "admins", POST: "admins" },
    "/dashboard/classes/:id/students/:person/remove": { GET: "admins", POST: "admins" },
    "/dashboard/add-class": { GET: "admins", POST: "admins" },
    "/dashboard/payments/:id/void": { GET: "admins", POST: "admins" },
    "/dashboard/Admin_Control": { GET: "admins", POST: "admins" },
    "/dashboard/Reports": { GET: "admins" },
    "/dashboard/Reports/:id": { GET: "admins", POST: "admins" },
    "/dashboard/Posts": { GET: "admins" },
    "/dashboard/New_Post": { GET: "admins", POST: "admins" },
    "/dashboard/Posts/:id/edit": { GET: "admins", POST: "admins" },
    "/dashboard/Posts/:id/delete": { GET: "admins", POST: "admins" },
    "/dashboard/Menus": { GET: "admins", POST: "admins" },
    "/dashboard/Texts": { GET: "admins", POST: "admins" },
    "/dashboard/invite": { GET: "admins", POST: "admins" },
    "/dashboard/Admin_Control/:id": { GET: "admins" },
    "/dashboard/Admin_Control/:id/:action": { GET: "admins", POST: "admins" },
  },
};

/** The page that says that there is none. */
const noPage: Route = { kind: "page", path: "/*", policies: { GET: "anyone", POST: "anyone" } };

const kinds = ["call", "sign-in", "file", "page"] as const satisfies RouteKind[];

/** Every door with who may come through it: what is not here is not there. */
export const routes: readonly Route[] = [
  ...kinds.flatMap((kind) => Object.entries(table[kind]).map(([path, policies]) => ({ kind, path, policies }))),
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

/** As React Router reads it: small letters do, so does a slash at the end, and `.data`, in these letters, asks for what is on a page. */
const pagePath = (path: string) =>
  path
    .replace(/(\/_)?\.data$/, "")
    .toLowerCase()
    // Only from where the slashes begin: else a long row of them would be tried from each.
    .replace(/(?<!\/)\/+$/, "") || "/";

/** Null where the door does not take the method. */
export const policyOf = ({ policies }: Route, method: string): AccessPolicy | null =>
  isMethod(method) ? (policies[method === "HEAD" ? "GET" : method] ?? null) : null;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const isMethod = (text: string): text is (typeof methods)[number] => methods.some((method) => method === text);

export const methodsOf = (route: Route): string[] => methods.filter((method) => policyOf(route, method) !== null);

/** Whether what is sent there may hold scans. */
export const takesFiles = ({ path }: Route): boolean => withFiles.has(path);

const withFiles = new Set([
  "/images",
  "/dashboard/Entry",
  "/dashboard/ManagePost",
  "/Update_A_User/:id",
  "/dashboard/New_Post",
  "/dashboard/Posts/:id/edit",
]);

export const leadsNowhere = (route: Route): boolean => route === noPage;
