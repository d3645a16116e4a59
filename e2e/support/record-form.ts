import { expect, type Locator, type Page } from "@playwright/test";
import type { Member } from "./member.ts";
import type { Person } from "./own-records.ts";

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

export const documentBox = (page: Page, kind: string): Locator => page.locator(`[data-document=${kind}]`);

/** What the page says at once. The first scans of a site that has just started take their time. */
export const isTold = (page: Page, words: string): Promise<void> =>
  expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible({ timeout: 20_000 });
