import { readdir, readFile, stat } from "node:fs/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeAdminOfEnvironment } from "#cli/accounts/first-admin.ts";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { kindsAdvisedForVisitors } from "#core/records/document-kinds.ts";
import { asSpecified } from "#core/settings/settings.ts";
import { singaporeSet } from "#core/sets/singapore.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { hasAdmin } from "#operations/accounts/add-account.ts";
import { setUpPortal } from "#operations/accounts/set-up-portal.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { attestry } from "../support/command.ts";
import { chosenSettings } from "../support/accounts/chosen-settings.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { startServer } from "../support/processes/server.ts";
import { behindProxy, cookieFor } from "../support/accounts/signed-in.ts";
import { goodPassword } from "../support/accounts/fresh-accounts.ts";

const admin = { email: "first@agency.example", name: "Farida First", password: goodPassword };

async function started(environment: Record<string, string>) {
  const server = await startServer({ ...environment, ...behindProxy });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const fileOf = ({ DATA_DIR }: Record<string, string>) => `${DATA_DIR}/setup-link`;
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
const tokenOf = (link: string) => /\/setup\?token=([\w-]{43})\s/.exec(link)?.[1] ?? "";

async function until(holds: () => Promise<boolean>): Promise<void> {
  await expect.poll(holds, { interval: 20 }).toBe(true);
}

describe("a site without an admin", () => {
  test("prints the setup link to the terminal and to a file for its owner alone, never to the log, and is set up as specified by one press", async () => {
    const environment = await freshEnvironment("sqlite");
    const server = await started(environment);
    await until(() => isThere(fileOf(environment)));
    const link = await readFile(fileOf(environment), "utf8");
    const token = tokenOf(link);
    expect(token).not.toBe("");
    expect((await stat(fileOf(environment))).mode & 0o777).toBe(0o600);
    await until(async () => server.errors().includes(token));
    expect(JSON.stringify(server.log)).not.toContain(token);
    expect(JSON.stringify(server.log)).toContain("The secret and the database lie in one folder");
    expect(await readdir(String(environment["DATA_DIR"]))).not.toContainEqual(expect.stringMatching(/^setup-link\./));

    const page = new PlainBrowser(server.url);
    await page.opens(`/setup?token=${token}`);
    page.types({
      "Name of your agency or centre": "Padma Overseas",
      Name: admin.name,
      Email: admin.email,
      Password: goodPassword,
      "Confirm password": goodPassword,
    });
    page.ticks("Work in Singapore");
    expect(page.words).toContain("whatever is chosen above: the papers for Canada and Australia,");
    await page.presses("Open it as specified");
    expect(page.heading).toBe("Overview");
    expect(await currentSettings(await openForTest(environment))).toMatchObject({ ...asSpecified, ownPapers: [] });
    await until(async () => !(await isThere(fileOf(environment))));
    expect(await cookieFor(server.url, admin.email)).toContain("=");
  });

  test("is set up without JavaScript, with the safer choices first and preselected", async () => {
    const environment = await freshEnvironment("sqlite");
    const server = await started(environment);
    await until(async () => tokenOf(server.errors()) !== "");
    const page = new PlainBrowser(server.url);
    const link = `/setup?token=${tokenOf(server.errors())}`;
    await page.opens("/setup?token=made-up");
    expect(page.heading).toBe("This link has expired");
    await page.opens(link);
    const choices = [
      "the number and the name",
      "the number alone",
      "anyone who was invited",
      "They start as students",
      "a second step: an app",
      "a second step only if",
    ];
    const places = choices.map((words) => page.words.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(page.words.match(/Recommended:/g)).toHaveLength(2);
    await page.presses("Open the site");
    expect(page.box("Name of your agency or centre").description).toBe("Type the name of your agency or centre");
    for (const box of ["Name", "Email", "Password"]) expect(page.box(box).description).toContain(`${box} is required`);
    page.ticks("Work in Singapore");
    page.types({
      "Name of your agency or centre": "Padma Overseas",
      "Public register of licences": "register.example",
      "Phone for visitors": "+880 2 5550 1234",
      "Email for visitors": "office at padma",
      "Time zone": "Kathmandu",
      Name: admin.name,
      Email: admin.email,
    });
    await page.presses("Open the site");
    expect(page.box("Public register of licences").description).toContain("Use a link that starts with https://");
    expect(page.box("Email for visitors").description).toContain("Please input valid email");
    expect(page.box("Time zone")).toMatchObject({ value: "Kathmandu", description: "Use a name such as Asia/Dhaka" });
    expect(page.box("Phone for visitors").value).toBe("+880 2 5550 1234");
    page.types({
      "Public register of licences": "https://register.example",
      "Email for visitors": " office@padma.example ",
      "Time zone": "asia/kathmandu",
      Password: goodPassword,
      "Confirm password": goodPassword,
    });
    await page.presses("Open the site");
    expect(page.words).toContain("Your role asks for a second step.");
    expect(page.heading).toBe("Second step");
    // The password was typed a moment ago.
    expect(page.html).not.toContain('type="password"');
    const settings = await currentSettings(await openForTest(environment));
    expect(settings).toMatchObject({ lookupPolicy: "guarded", registration: "invite", secondFactor: "required" });
    // Node calls Asia/Kathmandu by its old name.
    expect(settings.timeZone).toMatch(/^asia\/kath?mandu$/i);
    expect(settings.shownKinds).toEqual(kindsAdvisedForVisitors.filter((kind) => !settings.kindsOff[kind]));
    expect(settings.kindsOff).toMatchObject({ workPermit: "visitors", medical: "staff" });
    expect(settings.ownPapers.map(({ labels }) => labels.en)).toEqual(singaporeSet.papers.map(({ names }) => names.en));
    expect(settings).toMatchObject({ secondNumber: { labels: { en: "FIN" } }, irccNumberIsOptional: true });
    for (const shown of ["Padma Overseas", "+880 2 5550 1234", "office@padma.example"]) {
      expect(page.words).toContain(shown);
    }
    expect(page.html).toContain('href="tel:+880255501234"');
    await page.opens(link);
    expect(page.heading).toBe("This link has expired");
    await page.opens("/news");
    expect(page.words).toContain("No news yet");
  });

  test("makes no link once an admin exists, and removes that of an earlier start", async () => {
    const environment = await freshEnvironment("sqlite");
    const server = await started(environment);
    await until(async () => tokenOf(server.errors()) !== "");
    await server.stop("SIGTERM");
    const portal = await openForTest(environment);
    await setUpPortal(portal, { ...admin, token: tokenOf(server.errors()) }, await chosenSettings(portal));
    expect(await isThere(fileOf(environment))).toBe(true);
    const last = await started(environment);
    await until(async () => !(await isThere(fileOf(environment))));
    expect(last.errors()).toBe("");
  });

  test("creates its admin from the environment", async () => {
    const environment = await freshEnvironment("sqlite");
    const given = { ADMIN_EMAIL: "First@Agency.Example", ADMIN_PASSWORD: goodPassword };
    const server = await started({ ...environment, ...given });
    expect(await cookieFor(server.url, admin.email)).toContain("=");
    expect(await isThere(fileOf(environment))).toBe(false);
    expect(JSON.stringify(server.log) + server.errors()).not.toMatch(/agency\.example|gravel/i);
  });

  test("gets its admin from a command while it runs", async () => {
    const environment = await freshEnvironment("sqlite");
    const server = await started(environment);
    await until(() => isThere(fileOf(environment)));
    const made = await attestry(environment, ["create-admin", "--email", "First@Agency.Example"], goodPassword);
    expect(made).toMatchObject({ code: 0, out: "first@agency.example is now an admin and can sign in.\n", err: "" });
    expect(await cookieFor(server.url, admin.email)).toContain("=");
    await until(async () => !(await isThere(fileOf(environment))));
    expect(await hasAdmin(await openForTest(environment))).toBe(true);
  });
});

test("an admin is made from the environment only with an address and a good password", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const warned: unknown[] = [];
  const log = { warn: (...said: unknown[]) => void warned.push(...said) };
  const making = (email: string, password: string) =>
    makeAdminOfEnvironment(portal, { ...readConfig(environment), ADMIN_EMAIL: email, ADMIN_PASSWORD: password }, log);
  for (const [email, password, sentence] of [
    ["a@b.example", "short", /^ADMIN_PASSWORD is not valid: use at least 12 /],
    ["a@b.example", "password1234", /^ADMIN_PASSWORD is not valid: many people use/],
    ["a@b.example", "", /^ADMIN_EMAIL and ADMIN_PASSWORD belong together/],
    ["", goodPassword, /^ADMIN_EMAIL and ADMIN_PASSWORD belong together/],
  ] as const) {
    const refused = await making(email, password).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(refused).toMatchObject({ message: expect.stringMatching(sentence) });
  }
  await making("a@b.example", goodPassword);
  expect(await hasAdmin(portal)).toBe(true);
  // From now on the settings have no effect, not even wrong ones.
  await making("second@agency.example", "");
  expect(warned).toEqual([]);
  await making("a@b.example", "another good password");
  expect(warned).toEqual([
    expect.stringMatching(/^ADMIN_PASSWORD has no effect, because there is an admin: remove it/),
  ]);
  const people = await portal.database.read.selectFrom("person").select("email").execute();
  expect(people).toEqual([{ email: "a@b.example" }]);
});
