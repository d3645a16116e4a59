import type { Page } from "@playwright/test";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { registerToken } from "#sealing/register-token.ts";
import { putRegister } from "#storage/database/proofs/registers.ts";
import { newSigner } from "#test/support/proofs/slip-links.ts";
import type { ListedAgency } from "#verify/register.ts";
import type { StartedPortal } from "./support/portal.ts";
import { photoOf, signedLink } from "./support/slips.ts";
import { expect, test } from "./support/test.ts";

const association = newSigner();
const listed = newSigner();
const { kid } = association.publicJwk;
const name = "Association of agencies";

test.use({
  viewport: { width: 360, height: 640 },
  serviceWorkers: "allow",
  expectedComplaint: /ERR_INTERNET_DISCONNECTED|Failed to load resource/,
  settings: { log: { witnesses: "", mailTo: "", registers: `${kid} https://association.example/r.jwt ${name}` } },
});

const keysOf = ({ publicJwk }: { publicJwk: typeof listed.publicJwk }): ListedAgency["keys"] =>
  publicJwk.kty === "EC" ? [publicJwk] : [];

const entry = (agency: Partial<ListedAgency>): ListedAgency => ({
  name: "Padma Overseas",
  licence: "RL-0002",
  origin: "https://padma.example",
  keys: keysOf(listed),
  from: "2026-01-01",
  state: "listed",
  ...agency,
});

/** What the site has read of the register. */
async function hasRead({ office }: StartedPortal, agencies: ListedAgency[], { days = 30, alters = false } = {}) {
  const iat = Math.floor(Date.now() / 1000) - 40 * 86_400;
  const token = registerToken({ name, iat, exp: iat + (40 + days) * 86_400, agencies }, association);
  const row = { registry: office.registry, key: kid, read_at: Date.now() };
  await office.database.write((writer) =>
    putRegister(writer, { ...row, token: alters ? token.replace(".ey", ".fy") : token }),
  );
}

const says = (page: Page, title: string) => page.getByRole("heading", { level: 3, name: title });

/** Scans a code, and reads the answer without scrolling. */
async function scanned(page: Page, link: string, title: string): Promise<void> {
  await page.locator("#check-file").setInputFiles({
    name: "code.jpg",
    mimeType: "",
    buffer: await photoOf(link),
  });
  await expect(says(page, title)).toBeInViewport({ ratio: 1 });
}

test("a phone tells in the first screen whether a register lists who made a slip, or the address of a site, also offline", async ({
  page,
  portal,
  context,
}) => {
  // Without a connection, it tells the day of the list that it has.
  const own = await currentSigningKey(portal.office, "statement");
  await hasRead(portal, [entry({}), entry({ name: "Shapla Overseas", origin: portal.url, keys: keysOf(own) })]);
  await page.goto("/check");
  await expect(page.getByText("Ready: this page works on this device without a connection")).toBeVisible();
  await context.setOffline(true);
  await page.goto("/check");
  await scanned(page, await signedLink(portal), `Listed by ${name}`);
  await expect(page.locator("#check-answer")).toContainText("Shapla Overseas");
  await expect(page.locator("#check-answer")).toContainText(/List of \d+ \w+ \d{4}, read on \d+ \w+ \d{4}/);
  await scanned(
    page,
    await signedLink({ ...portal, url: "https://clone.example" }, {}, newSigner()),
    `Not listed by ${name}: be careful`,
  );
  await context.setOffline(false);

  await hasRead(portal, [entry({}), entry({ origin: "https://gone.example", until: "2026-02-01", state: "ended" })]);
  await page.goto("/check");
  const genuine = await signedLink({ ...portal, url: "https://padma.example" }, {}, listed);
  await scanned(page, genuine, `Listed by ${name}`);
  await expect(page.locator("#check-answer")).toContainText("Padma Overseas, RL-0002. Listed does not mean licensed");
  await expect(page.locator("#check-answer")).not.toContainText("We cannot say whose site that is");
  const stolen = await signedLink({ ...portal, url: "https://padma-visa.example" }, {}, listed);
  await scanned(page, stolen, "Be careful: this is not the address of Padma Overseas, RL-0002");
  await expect(page.locator("#check-answer")).toContainText("lists it at https://padma.example.");
  const ofClone = await signedLink({ ...portal, url: "https://padma-visa.example" }, {}, newSigner());
  await scanned(page, ofClone, `Not listed by ${name}: be careful`);
  await page.getByLabel("Or type the address of a website").fill("gone.example");
  await page.getByRole("button", { name: "Ask about it" }).click();
  await expect(says(page, `No longer listed by ${name}`)).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#check-answer")).toContainText("was listed until 1 February 2026");
  await expect(page.locator("#check-answer")).toContainText("older than a day, so it is not shown to be current");
  await page.getByLabel("Or type the address of a website").fill(`padma.example/?${ofClone.split("#")[1]}`);
  await page.getByRole("button", { name: "Ask about it" }).click();
  await expect(page.locator("#check-answer h2")).toHaveText("This is not the address of a website");
  await expect(page.locator("#check-answer h3")).toHaveCount(0);
  await hasRead(portal, [entry({})], { days: -1 });
  await scanned(page, genuine, `The list of ${name} is too old`);
  await hasRead(portal, [entry({})], { alters: true });
  await scanned(page, genuine, `The list of ${name} was changed`);
});
