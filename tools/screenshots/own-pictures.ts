import type { Page } from "@playwright/test";
import { downloadZip } from "client-zip";
import { inventRecords } from "#demo/invent-candidates.ts";
import { drawDocument } from "#demo/draw-document.ts";

/** What an office declares and imports in these pictures. */
const offices = {
  en: {
    person: 0,
    field: "Kafeel",
    paper: "Wafid medical",
    number: "A20456781",
    ircc: "W120456781",
    heads: ["Passport no.", "Name", "Father", "Mother", "Address", "IRCC no.", "Kafeel name", "Wafid medical expiry"],
  },
  bn: {
    person: 1,
    field: "কফিল",
    paper: "ওয়াফিদ মেডিকেল",
    number: "A20456782",
    ircc: "W120456782",
    heads: ["পাসপোর্ট নম্বর", "নাম", "পিতা", "মাতা", "ঠিকানা", "IRCC নম্বর", "কফিলের নাম", "ওয়াফিদ মেডিকেল: শেষ দিন"],
  },
} as const;

export type OfficeLanguage = keyof typeof offices;

type Pictures = {
  language: OfficeLanguage;
  /** A page of an admin, and one of a visitor with a phone. */
  staff: Page;
  visitor: Page;
  find: (number: string) => (page: Page) => Promise<void>;
  take: (name: string, page: Page) => Promise<void>;
};

/** The pictures of docs/office/own.md: a field and a paper of one's own, from the settings to the answer of a visitor. */
export async function takeOwnPictures({ language, staff, visitor, find, take }: Pictures): Promise<void> {
  const { field, paper, number } = offices[language];
  const labelled = `label.${language}`;
  await staff.setViewportSize({ width: 480, height: 640 });
  await staff.goto("/dashboard/Field?id=new");
  await staff.locator(`[name="${labelled}"]`).fill(field);
  await take("own-field", staff);
  await staff.locator("main form .button.primary").click();
  await staff.waitForURL("**/Fields");
  await staff.goto("/dashboard/Paper?id=new");
  await staff.locator(`[name="${labelled}"]`).fill(paper);
  await staff.locator("[name=hasLastDay]").check();
  await staff.locator("[name=audience]").selectOption("visitors");
  await staff.locator("main form .button.primary").click();
  await staff.locator("main h2").first().waitFor();
  // A bar at the top shows that the page is loading.
  await staff.waitForLoadState("networkidle");
  await take("own-question", staff);
  await staff.locator("main form .button.primary").click();
  await staff.waitForURL("**/Papers");
  await importRecord(language, staff, () => take("own-columns", staff));
  await staff.setViewportSize({ width: 1024, height: 920 });
  await take("own-record", staff);
  await find(number)(visitor);
  await take("own-answer", visitor);
}

/** Imports a record with both, and opens it. */
async function importRecord(language: OfficeLanguage, page: Page, onColumns: () => Promise<void>): Promise<void> {
  const { number, ircc, heads, paper, person: at } = offices[language];
  const person = inventRecords({ seed: 3, count: 2 })[at];
  if (!person) throw new Error("nobody was invented");
  const subject = { ...person, passportNumber: number, irccNumber: ircc };
  const { name, fatherName, motherName, address } = person.inLatin;
  const row = [number, name, fatherName, motherName, address, ircc, "Al Noor Trading Est.", "2029-03-05"];
  const table = [heads, row].map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\n");
  const scans = {
    photo: await drawDocument("photo", subject, 1),
    visa: await drawDocument("visaPaper", subject, 1),
    [paper]: await drawDocument("medical", subject, 1),
  };
  const files = Object.entries(scans).map(([kind, input]) => ({ name: `${number} ${kind}.jpg`, input }));
  const zip = Buffer.from(await downloadZip(files).arrayBuffer());
  await page.setViewportSize({ width: 1024, height: 640 });
  await page.goto("/dashboard/import");
  await page.setInputFiles("[name=table]", {
    name: "candidates.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(table),
  });
  await page.setInputFiles("[name=scans]", { name: "scans.zip", mimeType: "application/zip", buffer: zip });
  await page.locator("main form .button.primary").click();
  await page.waitForURL("**/import/*");
  await page.locator("main table").waitFor();
  await onColumns();
  await page.locator("main form .button.primary").click();
  await page.waitForURL("**/Bulk/*");
  await page.locator("main .button.primary").click();
  const record = page.locator('main a[href^="/dashboard/records/"]', { hasText: name }).first();
  while (!(await record.isVisible())) await page.goto("/dashboard/update?sort=added");
  await page.goto((await record.getAttribute("href")) ?? "");
}
