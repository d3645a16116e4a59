import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { drawnDocument } from "#test/support/documents.ts";
import { freshPerson, recordWith } from "../support/own-records.ts";
import { documentBox, seesAlert } from "../support/record-form.ts";
import { expect, test } from "../support/test.ts";

/** Presses Tab until the element has the focus, at most as often as on a long page. */
async function walksTo(page: Page, place: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  // Found once: locating an element by its role costs more than the rest of a step.
  const found = await place.elementHandle();
  for (let steps = 0; steps < 200; steps += 1) {
    if (await found?.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(place, "no key leads there").toBeFocused();
}

/** Chooses files with the keyboard. The test answers the browser's file chooser. */
async function choosesByKey(page: Page, field: Locator, files: string[]): Promise<void> {
  await walksTo(page, field);
  const chooser = page.waitForEvent("filechooser");
  // Key presses use another channel than the request to intercept the file chooser. Once the page answers, that request
  // has arrived.
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(files);
}

test("a record is added with the keyboard alone: files are chosen, sorted, moved, turned and cropped", async ({
  admin,
  portal,
  page,
}, testInfo) => {
  const files = await Promise.all(
    ["one.jpg", "two.jpg"].map(async (name) => {
      const file = testInfo.outputPath(name);
      await writeFile(file, await drawnDocument(300, 400));
      return file;
    }),
  );
  await admin.opens("/dashboard/Entry");
  const { keyboard } = page;
  const person = freshPerson();
  await walksTo(page, page.getByLabel("Passport number"));
  for (const text of [person.passport, person.ircc, person.name, "Abdul Karim", "Salma Begum", "12/A Mirpur"]) {
    await keyboard.type(text);
    await keyboard.press("Enter");
  }
  await choosesByKey(page, page.getByLabel("Choose all files at once"), files);
  const kindOf = (name: string) => page.getByRole("combobox", { name });
  await walksTo(page, kindOf("one.jpg"));
  await keyboard.type("LMIA");
  await walksTo(page, kindOf("two.jpg"));
  await keyboard.type("Police");
  await walksTo(page, page.getByRole("button", { name: "Yes, that is what they are" }));
  await keyboard.press("Space");
  await expect(page.locator("[data-loose]")).toHaveCount(0);
  await expect(page.getByLabel("Choose all files at once")).toBeFocused();

  // The second file is the ticket after all.
  await walksTo(page, documentBox(page, "policeClearance").locator("summary"));
  await keyboard.press("Enter");
  await walksTo(page, page.getByRole("button", { name: "It is another paper Police clearance" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check what each file is" })).toBeFocused();
  await walksTo(page, kindOf("two.jpg"));
  await keyboard.type("Ticket");
  await walksTo(page, page.getByRole("button", { name: "Yes, that is what they are" }));
  await keyboard.press("Enter");
  await expect(documentBox(page, "ticket")).toContainText("two.jpg");

  await walksTo(page, documentBox(page, "lmia").locator("summary"));
  await keyboard.press("Enter");
  await walksTo(page, documentBox(page, "lmia").getByRole("button", { name: "Turn or crop" }));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await walksTo(page, dialog.getByRole("button", { name: "Turn right" }));
  await keyboard.press("Enter");
  await walksTo(page, dialog.getByLabel("Top"));
  for (let percent = 0; percent < 30; percent += 1) await keyboard.press("ArrowRight");
  await walksTo(page, dialog.getByRole("button", { name: "Use it like this" }));
  await keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  await choosesByKey(page, page.getByLabel("Photo", { exact: true }), files.slice(0, 1));
  await walksTo(page, page.locator("button.primary"));
  await keyboard.press("Enter");
  await seesAlert(page, "Record added");
  const { documents = {} } = (await recordWith(portal, person.passport)) ?? {};
  expect(Object.keys(documents).toSorted()).toEqual(["lmia", "photo", "ticket"]);
  expect(documents.lmia).toMatchObject([{ width: 400, height: 210 }]);
  await expect(page.getByLabel("Passport number")).toBeFocused();
});
