import { expect, type Locator, type Page } from "@playwright/test";
import type { Member } from "./member.ts";
import type { Person } from "./own-records.ts";

export async function typesPerson(clerk: Member, { passport, ircc, name }: Person): Promise<void> {
  await clerk.fills({
    "Passport number": passport,
    "IRCC number": ircc,
    Name: name,
    "Father’s name": "Abdul Karim",
    "Mother’s name": "Salma Begum",
    Address: "12/A Mirpur, Dhaka",
  });
}

export async function chooses(page: Page, document: string, buffer: Buffer, name = "scan.jpg"): Promise<void> {
  await page.getByLabel(document, { exact: true }).setInputFiles({ name, mimeType: "image/jpeg", buffer });
}

export const documentBox = (page: Page, kind: string): Locator => page.locator(`[data-document=${kind}]`);

/** Waits for an alert with these words. The first images of a site that has just started take longer. */
export const seesAlert = (page: Page, words: string): Promise<void> =>
  expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible({ timeout: 20_000 });
