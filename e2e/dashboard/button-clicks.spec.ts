import { drawnDocument } from "#test/support/documents.ts";
import { delaysScripts } from "../support/dashboard.ts";
import { delays } from "../support/delays.ts";
import { freshPerson, recordWith } from "../support/own-records.ts";
import { chooses, documentBox, seesAlert, typesPerson } from "../support/record-form.ts";
import { expect, test } from "../support/test.ts";

const entry = "/dashboard/Entry";

test("a press counts if it comes between two steps of the page's script, and not if it is released elsewhere", async ({
  admin,
  page,
}) => {
  // The script thinks that each step took long, so it lets the browser handle events after each step.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    let later = 0;
    performance.now = () => now() + (later += 10);
  });
  await admin.opens(entry);
  await admin.button("Add record").hover();
  await page.mouse.down();
  await admin.field("Name").hover();
  await page.mouse.up();
  await admin.field("Name").fill("Half A Name");
  await expect(page.getByText("What you typed is kept here")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);

  await typesPerson(admin, freshPerson());
  // Its name is saved before it is sent.
  const isSent = page.waitForRequest("**/images?*");
  await chooses(page, "Ticket", await drawnDocument());
  await isSent;
  const letGo = await delays(page, "**/images?*");
  await chooses(page, "Medical form", await drawnDocument());
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("[data-document=ticket]")?.textContent.includes("Here")) return;
      observer.disconnect();
      document.querySelector<HTMLButtonElement>("button[value=add]")?.click();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await expect(page.getByText("Files are still on their way.")).toBeVisible();
  await letGo();
  await seesAlert(page, "Record added");
});

test("a press counts even if the page moves between press and release", async ({ admin, portal, page }) => {
  await admin.opens(entry);
  const { letGo } = await delaysScripts(page);
  await page.reload({ waitUntil: "domcontentloaded" });
  const person = freshPerson();
  await typesPerson(admin, person);
  for (const document of ["Photo", "LMIA", "Ticket", "Visa paper"])
    await chooses(page, document, await drawnDocument());
  const button = admin.button("Add record");
  await button.hover();
  const before = await button.boundingBox();
  await page.mouse.down();
  await letGo();
  await expect(page.locator("[data-document] img")).toHaveCount(4);
  expect(await button.boundingBox()).not.toEqual(before);
  await page.mouse.up();
  await seesAlert(page, "Record added");
  expect(Object.keys((await recordWith(portal, person.passport))?.documents ?? {})).toHaveLength(4);
});

test.describe("on a touch screen,", () => {
  test.use({ hasTouch: true });

  test("a touch counts for the button that moved, and for nothing else under the finger", async ({
    admin,
    page,
    context,
  }) => {
    await admin.opens(entry);
    const finger = await context.newCDPSession(page);
    const button = admin.button("Add record");
    await button.scrollIntoViewIfNeeded();
    const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
    await page.evaluate(() => {
      const { dataset } = document.documentElement;
      document.addEventListener("click", () => (dataset["presses"] = `${dataset["presses"] ?? ""}.`));
    });
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + 5, y: y + 5 }] });
    await chooses(page, "Ticket", await drawnDocument());
    await expect(documentBox(page, "ticket")).toContainText("scan.jpg");
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await admin.seesProblems({ "Passport number": "Passport number is required" });
    await expect(page.locator("html")).toHaveAttribute("data-presses", ".");
  });
});
