import { randomInt } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { system } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import type { Member } from "./member.ts";
import type { StartedPortal } from "./portal.ts";

export const journeys = system("journeys");

export type Person = { passport: string; ircc: string; name: string };

/** Somebody whom no other test knows. */
export const freshPerson = (): Person => ({
  passport: `G${randomInt(10_000_000, 99_999_999)}`,
  ircc: `W${randomInt(1_000_000, 9_999_999)}`,
  name: `Nasrin ${randomInt(1e9, 9e9).toString(36).replaceAll(/\d/g, "x")}`,
});

export async function typesPerson(clerk: Member, { passport, ircc, name }: Person): Promise<void> {
  await clerk.field("Passport number").fill(passport);
  await clerk.field("IRCC number").fill(ircc);
  await clerk.field("Name").fill(name);
  await clerk.field("Father’s name").fill("Abdul Karim");
  await clerk.field("Mother’s name").fill("Salma Begum");
  await clerk.field("Address").fill("12/A Mirpur, Dhaka");
}

export async function chooses(page: Page, paper: string, buffer: Buffer, name = "scan.jpg"): Promise<void> {
  await page.getByLabel(paper, { exact: true }).setInputFiles({ name, mimeType: "image/jpeg", buffer });
}

export async function recordWith({ office }: StartedPortal, number: string) {
  const { records } = await listRecords(office, journeys, { search: number });
  return records[0];
}

export async function addsRecord({ office }: StartedPortal, { passport, ircc, name }: Person, actor = journeys) {
  const particulars = { name, passportNumber: passport, irccNumber: ircc, fatherName: "A", motherName: "B" };
  return addRecord(office, actor, { particulars: { ...particulars, address: "Dhaka" }, images: {} });
}

export const documentBox = (page: Page, kind: string): Locator => page.locator(`[data-document=${kind}]`);

/** What the page says at once. The first scans of a site that has just started take their time. */
export const isTold = (page: Page, words: string): Promise<void> =>
  expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible({ timeout: 20_000 });
