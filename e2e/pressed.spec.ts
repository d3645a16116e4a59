import type { Page } from "@playwright/test";
import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import { anonymous } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import { textPages } from "#core/texts/page-text.ts";
import { routes } from "#server/routes.ts";
import { actorOf } from "#test/support/accounts/fresh-accounts.ts";
import { pathTo } from "../test/server/matrix/naming.ts";
import type { Persona } from "../test/server/matrix/personas.ts";
import { entrances } from "../test/server/matrix/reach.ts";
import { Things } from "../test/server/matrix/things.ts";
import type { Member } from "./support/member.ts";
import { aWaitingRecord } from "./support/own-records.ts";
import type { StartedPortal } from "./support/portal.ts";
import { notPressable } from "./support/pressable.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

/** Downloads, and addresses that only lead to others. */
const noPage = /\/(table|files|photo)$|\.(csv|xlsx)$|^\/(language|provider|sign-out|\*)$|\/(page-draft|palette)$/;
/** One text page looks like the next one. */
const textsAlike = textPages.slice(1).map((page) => `/${page}`);

const pagesFor = (...policies: AccessPolicy[]) =>
  routes
    .filter(
      ({ kind, path, policies: { GET } }) => kind === "page" && GET && policies.includes(GET) && !noPage.test(path),
    )
    .map(({ path }) => path)
    .filter((path) => !textsAlike.includes(path));

const nobody: Persona = { name: "nobody", person: null, counts: anonymous, keys: new Map() };

const personaOf = ({ id, email }: Member, role: Role): Persona => ({
  name: role,
  person: { id, email, cookie: "", token: "" },
  counts: actorOf(id, role),
  keys: new Map(),
});

async function addressOf(things: Things, path: string, persona: Persona): Promise<string> {
  // Without this parameter the page only redirects.
  if (path === "/signed-in") return `${path}?window=provider`;
  const name = `GET ${path}`;
  const entrance = entrances[name];
  if (!entrance) return path;
  const isOwn = !["nobody", "admin"].includes(persona.name) || ["bulk run", "cards", "import"].includes(entrance.names);
  return pathTo({ name, thing: await things.find(entrance.names, isOwn ? "own" : "other", persona), publicOrigin: "" });
}

const look = async (page: Page, state: string) =>
  (await notPressable(page)).map((trouble) => `${new URL(page.url()).pathname}${state}, ${trouble}`);

async function findsAllPressable(page: Page, { office }: StartedPortal, paths: readonly string[], persona: Persona) {
  const things = new Things(office);
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(await addressOf(things, path, persona));
    found.push(...(await look(page, "")));
  }
  expect(paths.length).toBeGreaterThan(5);
  expect(found).toEqual([]);
}

// By several workers, the longest first: one alone would still press when all other journeys have ended.
test.describe.configure({ mode: "parallel" });

test("everything on a page of an admin can be pressed", async ({ page, portal, admin }) => {
  test.slow();
  await aWaitingRecord(portal);
  await findsAllPressable(page, portal, pagesFor("staff", "admins", "key-owners"), personaOf(admin, "admin"));
});

test("everything on a page for anyone can be pressed", async ({ page, portal }) => {
  await findsAllPressable(page, portal, pagesFor("anyone"), nobody);
});

test("everything on a page of a student can be pressed", async ({ page, portal, student }) => {
  await findsAllPressable(page, portal, pagesFor("signed-in", "students"), personaOf(student, "student"));
});

test("everything on a page of a moderator can be pressed", async ({ page, portal, moderator }) => {
  await findsAllPressable(page, portal, pagesFor("moderators", "staff"), personaOf(moderator, "moderator"));
});

test("everything can be pressed beside ticked rows, a message, a menu, a drawer and an answer", async ({
  admin,
  page,
  portal,
  visitor,
}) => {
  const found: string[] = [];
  const { name } = await aWaitingRecord(portal);
  await page.setViewportSize({ width: 480, height: 740 });
  await admin.opens("/dashboard/Control_Post");
  await page.locator("tr", { hasText: name }).locator("summary").click();
  await page.getByRole("button", { name: `Approve ${name}` }).click();
  await expect(page.locator("[data-flash=approved]")).toBeVisible();
  found.push(...(await look(page, ", a message")));
  await admin.opens("/dashboard/update");
  await page.locator(".tick input").first().check();
  await expect(page.locator(".tick-bar[data-ticked]")).toBeVisible();
  found.push(...(await look(page, ", a row ticked")));
  await page.locator(".row-menu summary").first().click();
  found.push(...(await look(page, ", a menu open")));
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  found.push(...(await look(page, ", a dialog")));
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 740 });
  await admin.opens("/dashboard/update");
  await admin.button("Dashboard").click();
  found.push(...(await look(page, ", the drawer open")));
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  await visitor.seesNothingMove();
  found.push(...(await look(page, ", an answer")));
  expect(found).toEqual([]);
});
