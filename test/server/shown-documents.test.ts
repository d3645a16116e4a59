import { beforeAll, describe, expect, test } from "vitest";
import { documentKinds } from "#core/records/document-kinds.ts";
import { system } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin, particulars } from "../support/people.ts";
import { PlainBrowser } from "../support/plain-browser.ts";
import { freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { scan, uploaded } from "../support/scans.ts";
import { startServer } from "../support/server.ts";
import { behindProxy } from "../support/signed-in.ts";

const numbers = { passportNumber: "A12345678", irccNumber: "W1234567" };

/** What each page shows of a record with every document, in its order. */
const titles = {
  "/": [
    "Application form",
    "Visa approval letter",
    "Work permit certificate",
    "Job offer letter",
    "LMIA",
    "Visa paper",
    "Police clearance",
    "Fingerprint paper",
    "Medical form",
    "Ticket",
    "ID card",
  ],
  "/Check_Visa": ["Work permit certificate", "Visa paper", "Application status", "LMIA certificate"],
  "/Work_Permit": ["Work permit certificate"],
  "/Visa": ["Visa paper"],
  "/Application_Stts": ["Application status"],
  "/Lima": ["LMIA certificate"],
} as const;

let url = "";

beforeAll(async () => {
  const environment = { ...(await freshEnvironment("sqlite", whenFileEnds)), ...behindProxy };
  const office = await openForTest(environment, whenFileEnds);
  await changeSettings(office, system("test"), { change: { shownKinds: [...documentKinds], lookupPolicy: "open" } });
  const images = Object.fromEntries(
    await Promise.all(documentKinds.map(async (kind) => [kind, await uploaded(office, admin, await scan(90, 120))])),
  ) as Record<string, string>;
  const { idCard = "", ...others } = images;
  const { id } = await addRecord(office, admin, { particulars: particulars(numbers), images: others });
  await updateRecord(office, admin, { id }, { particulars: particulars(numbers), images: { idCard } });
  const server = await startServer(environment);
  whenFileEnds(() => server[Symbol.asyncDispose]());
  url = server.url;
});

const headings = ({ html }: PlainBrowser) =>
  [...html.matchAll(/<h4\b[^>]*>(.*?)<\/h4>/gs)].map(([, inner = ""]) => inner.replaceAll(/<[^>]*>/g, "").trim());

async function lookedUp(path: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url);
  await page.opens(path);
  page.types({ [path === "/Check_Visa" ? "Passport or IRCC number" : "Passport number"]: numbers.passportNumber });
  await page.presses("Search");
  return page;
}

describe("a visitor, where the operator shows every document,", () => {
  test.each(Object.entries(titles))("meets on %s each that the page has, under its title there", async (path, all) => {
    const page = await lookedUp(path);
    expect(headings(page)).toEqual(all);
    const addresses = [...page.html.matchAll(/<img [^>]*src="(\/images\/[^"]+)"/g)].map(([, address = ""]) => address);
    // The portrait stands on every page.
    expect(addresses).toHaveLength(all.length + 1);
    for (const address of addresses) {
      const image = await fetch(url + address.replaceAll("&amp;", "&"));
      expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
  });
});
