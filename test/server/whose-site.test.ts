import { describe, expect, test } from "vitest";
import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import { type Route, routes, policyOf } from "#server/routes.ts";
import { wordsOfPage } from "../../src/web/dashboard/palette/palette-words.ts";
import { changeOperator } from "../support/operator.ts";
import { startSite } from "../support/site.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { requestFor } from "./matrix/asking.ts";
import { pathTo } from "./matrix/naming.ts";
import { arrived, atDesk, type Persona } from "./matrix/personas.ts";
import { entrances } from "./matrix/reach.ts";
import { Things } from "./matrix/things.ts";

const register = "https://register.regulator.example/RL-0001";

/** What every page must contain, in each language. */
const marks = {
  en: ["Shapla &amp; Sons is not a government.", "Licence RL-0001", `href="${register}"`],
  bn: ["Shapla &amp; Sons কোনো সরকারি প্রতিষ্ঠান নয়।", "লাইসেন্স নম্বর RL-0001", `href="${register}"`],
};

/** The role that gets furthest on routes with this access policy. */
const guests: Partial<Record<AccessPolicy, "student" | "organisation" | "moderator" | "admin">> = {
  "signed-in": "admin",
  students: "student",
  organisations: "organisation",
  "key-owners": "admin",
  moderators: "moderator",
  staff: "admin",
  admins: "admin",
};

const readable = routes.filter((route) => route.kind !== "file" && route.kind !== "sign-in" && policyOf(route, "GET"));
/** A route that answers with a file is not a page. */
const isFile = (path: string) => /\/(table|files|photo)$|\.(csv|xlsx)$/.test(path);
const pages = readable.filter(({ kind, path }) => (kind === "page" && !isFile(path)) || path === "/api/docs");

const redirects = ["/language", "/sign-out", "/dashboard/page-draft", "/dashboard/palette"];

// Without a token, /metrics is answered like a missing page.
const { url, portal } = await startSite({ METRICS_TOKEN: "a token that nobody here has" });
await changeOperator(portal, { name: "Shapla & Sons", licence: "RL-0001", licenceRegister: register });
await freshAdmin(portal);
const things = new Things(portal);
const personas = new Map<string, Persona>();
for (const role of ["student", "moderator", "admin"] as const) personas.set(role, await arrived(portal, url, role));
personas.set("organisation", await atDesk(portal, url));

const nobody: Persona = { name: "nobody", person: null, counts: { kind: "anonymous" }, keys: new Map() };

const guestOf = (route: Route): Persona => personas.get(guests[policyOf(route, "GET") ?? "anyone"] ?? "") ?? nobody;

/** True if each person can see only their own things of this family. */
const isOwn = ({ names }: (typeof entrances)[string]) => ["bulk run", "cards", "import"].includes(names);

/** The path of the page, for a thing that the guest may see. */
async function pathOf({ path }: Route, guest: Persona): Promise<string> {
  if (path === "/*") return "/no/such/page";
  // Without this parameter the page only redirects.
  if (path === "/signed-in") return `${path}?window=provider`;
  if (!path.includes(":")) return path;
  const name = `GET ${path}`;
  const entrance = entrances[name];
  if (!entrance) throw new Error(`nothing is known of ${name}`);
  const relation = guest.name === "student" || isOwn(entrance) ? "own" : "other";
  const thing = await things.find(entrance.names, relation, guest);
  return pathTo({ name, thing, publicOrigin: url });
}

async function opened(route: Route, language: string) {
  const guest = guestOf(route);
  const { headers, ...request } = requestFor(route, "GET", guest, "cookie");
  const withLanguage = new Headers(headers);
  withLanguage.set("Accept-Language", language);
  const answer = await fetch(url + (await pathOf(route, guest)), { ...request, headers: withLanguage });
  const sent = Object.fromEntries(answer.headers);
  return { status: answer.status, type: answer.headers.get("content-type"), headers: sent, text: await answer.text() };
}

const isSafe = {
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Only the page that reads QR codes may compile WebAssembly and use the camera. */
function expectSafeHeaders(route: Route, headers: Readonly<Record<string, string>>): void {
  const [program, camera] = route.path === "/check" ? [" 'wasm-unsafe-eval'", "camera=(self),"] : ["", "camera=(),"];
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toContain(`${program}; style-src 'self';`);
  expect(policy.replace(program, "")).not.toContain("unsafe");
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
    expect(policy).toContain(part);
  expect(headers).toMatchObject(isSafe);
  expect(headers["permissions-policy"]).toContain(camera);
  if (guests[policyOf(route, "GET") ?? "anyone"])
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
}

describe.each(["en", "bn"] as const)("in %s", (language) => {
  test.each(pages)(
    "$path shows whose site it is, and that it is not a government; its headers allow only what it needs",
    async (route) => {
      const { status, type, headers, text } = await opened(route, language);
      if (redirects.includes(route.path)) return expect([301, 302, 303, 307]).toContain(status);
      expect([status, type]).toEqual([route.path === "/*" ? 404 : 200, expect.stringMatching(/^text\/html/)]);
      for (const mark of marks[route.kind === "page" ? language : "en"]) expect(text).toContain(mark);
      if (route.kind === "page") expectSafeHeaders(route, headers);
      const name = wordsOfPage(route.path)?.[0].split(" | ")[language === "en" ? 0 : 1];
      // The menu and Ctrl K call a page as its heading does.
      if (name) expect(/<h1[^>]*>([^<]*)/.exec(text)?.[1]).toBe(name);
    },
  );
});

test("no other readable route is a page", async () => {
  const others = readable.filter((route) => !pages.includes(route) && !route.path.includes(":"));
  expect(others.length).toBeGreaterThan(5);
  for (const route of others) expect((await opened(route, "en")).type ?? "").not.toContain("text/html");
});
