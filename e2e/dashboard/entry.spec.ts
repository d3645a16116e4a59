import { randomBytes, randomUUID } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import sharp from "sharp";
import { drawnDocument } from "#test/support/documents.ts";
import { ownPaper } from "#test/support/own-fields.ts";
import { savedWith } from "../support/dashboard.ts";
import { delays, lineTo } from "../support/delays.ts";
import { freshPerson, recordWith } from "../support/own-records.ts";
import { chooses, documentBox, seesAlert, typesPerson } from "../support/record-form.ts";
import { expect, test } from "../support/test.ts";

const entry = "/dashboard/Entry";

test("the sheet fills as one types, with the documents that are there; the record is added, and the form is empty again", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens(entry);
  const person = freshPerson();
  await typesPerson(admin, { ...person, name: "Another Name" });
  await admin.field("Address").press("Enter");
  await expect(admin.field("Address")).not.toHaveValue("");
  expect(await recordWith(portal, person.passport)).toBeUndefined();
  const sheet = page.getByRole("region", { name: "The sheet as it will look" });
  await sheet.getByRole("button", { name: "The sheet as it will look" }).click();
  await expect(sheet.getByRole("article")).toContainText("Another Name");
  await chooses(page, "Work permit certificate", await drawnDocument(600, 800));
  await expect(sheet.getByRole("listitem")).toHaveText("Work permit certificate");
  await chooses(page, "Photo", await drawnDocument());
  await admin.field("Name").fill(person.name);
  await expect(sheet.getByRole("article")).toContainText(person.name);
  await admin.button("Add record").click();
  await seesAlert(page, "Record added");
  await expect(admin.field("Passport number")).toHaveValue("");
  await expect(page.locator("[data-document] img")).toHaveCount(0);
  const record = await recordWith(portal, person.passport);
  expect(record).toMatchObject({ name: person.name, nationality: "BANGLADESH", approval: "approved", hidden: false });
  expect(Object.keys(record?.documents ?? {}).toSorted()).toEqual(["photo", "workPermit"]);
  await page.getByRole("link", { name: "Add another" }).click();
  await page.keyboard.type("Z1");
  await expect(admin.field("Passport number")).toHaveValue("Z1");
});

test("a draft keeps typed values and a file that is no image; a number that is taken is reported with its record", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens(entry);
  await admin.button("Add record").click();
  await admin.seesProblems({ "IRCC number": "IRCC number is required" });
  const ircc = admin.field("IRCC number");
  await ircc.fill("w1234567");
  await expect(ircc).toHaveAccessibleDescription("This number is already on record.");
  await expect(page.getByRole("link", { name: "Open the record of Rahima Khatun" })).toBeVisible();
  await ircc.fill("w12345678");
  expect(await ircc.evaluate((box) => document.getElementById(`${box.id}-note`)?.textContent)).toBe("");

  const person = freshPerson();
  await typesPerson(admin, person);
  const kept = page.waitForResponse((answer) =>
    /letter.jpg","at":0,"problem":"(?!not-arrived)/.test(answer.request().postData() ?? ""),
  );
  await chooses(page, "Ticket", Buffer.from("a letter"), "letter.jpg");
  await admin.button("Add record").click();
  await expect(documentBox(page, "ticket")).toContainText(
    "This is not a photo or PDF that can be read. Use JPEG, PNG, WebP or PDF.",
  );
  await expect(documentBox(page, "ticket").getByRole("button", { name: "Send it again" })).toHaveCount(0);
  await kept;
  await expect(page.getByText("What you typed is kept here")).toBeVisible();
  await page.reload();
  await expect(documentBox(page, "ticket")).toContainText("letter.jpgThis is not a photo or PDF");
  await admin.shows({ Name: person.name, Address: "12/A Mirpur, Dhaka" });
  expect(await recordWith(portal, person.passport)).toBeUndefined();
});

test("what is typed while a record is added is kept as another form, and no part of the record", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  const saves = await lineTo(page, "**/dashboard/page-draft");
  for (const isSavedMeanwhile of [false, true]) {
    await admin.opens(`${entry}?form=${randomUUID()}`);
    const person = freshPerson();
    await typesPerson(admin, person);
    const letGo = await delays(page, "**/Entry.data*", { only: (request) => request.method() === "POST", times: 1 });
    await admin.button("Add record").click();
    saves.isCut = !isSavedMeanwhile;
    const saved = savedWith(page, "New Road");
    await admin.field("Address").fill("New Road");
    if (isSavedMeanwhile) await saved;
    await letGo();
    await seesAlert(page, "Record added");
    const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    const unkept = page.getByText("You typed something while the record was being added.");
    if (!isSavedMeanwhile) {
      await expect(unkept.locator("..")).toContainText("not kept right now: this site did not answer");
      expect(await asks(), "before the tab is closed").toBe(true);
    }
    saves.isCut = false;
    const kept = page.locator("section[aria-labelledby=begun]").getByRole("link", { name: person.name });
    await expect(kept).toBeVisible();
    await expect(unkept).toBeHidden();
    await kept.click();
    await expect(admin.field("Address")).toHaveValue("New Road");
    expect(await recordWith(portal, person.passport)).toMatchObject({ address: "12/A Mirpur, Dhaka" });
  }
});

/** The kinds of documents that the page recognizes by these file names. */
const fileNames = {
  "passport photo.jpg": "photo",
  "work_permit.jpg": "workPermit",
  "Job Offer.jpg": "jobOffer",
  "application form.jpg": "application",
  "LMIA-2026.jpg": "lmia",
  "visa (2).jpg": "visaPaper",
  "medical.jpg": "medical",
  "PCC.jpg": "policeClearance",
  "finger print.jpg": "fingerprint",
  "টিকিট.jpg": "ticket",
  "Visa approval.jpg": "visaApproval",
};

const drawnFile = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await drawnDocument(1000, 1400) });

/** Chooses files as a person does: clicks the button, then chooses them in the window that opens. */
async function choosesAll(page: Page, names: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Choose all files at once").click();
  await (await chooser).setFiles(await Promise.all(names.map(drawnFile)));
}

/** Delays decoding, as on a slow phone: the page guesses the kind of a picture from its look. */
async function delaysDecoding(page: Page): Promise<{ letGo: () => Promise<void> }> {
  const isOver = await page.evaluateHandle(() => {
    const over = Promise.withResolvers<void>();
    const decode = globalThis.createImageBitmap.bind(globalThis);
    globalThis.createImageBitmap = async (image: ImageBitmapSource) => {
      await over.promise;
      return decode(image);
    };
    return over;
  });
  return { letGo: () => isOver.evaluate(({ resolve }) => resolve()) };
}

test("adding a record with eleven documents takes three presses", async ({ admin, portal, page }) => {
  test.slow();
  await admin.opens(entry);
  const person = freshPerson();
  await typesPerson(admin, person);
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    document.addEventListener("pointerdown", () => (dataset["presses"] = `${dataset["presses"] ?? ""}.`));
  });
  await choosesAll(page, Object.keys(fileNames));
  await expect(page.locator("[data-loose]")).toHaveCount(11);
  const buttons = await page.locator("main :is(button, summary, label[for], [role=button]):visible").count();
  await admin.button("Yes, that is what they are").click();
  await expect(page.locator("[data-loose]")).toHaveCount(0);
  await admin.button("Add record").click();
  await seesAlert(page, "Record added");
  expect(buttons).toBeLessThan(60);
  await expect(page.locator("html")).toHaveAttribute("data-presses", "...");
  const documents = (await recordWith(portal, person.passport))?.documents ?? {};
  expect(Object.keys(documents).toSorted()).toEqual(Object.values(fileNames).toSorted());
});

test("a guess is changed, three photos become one document in another order, and a page can be opened", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens(entry);
  const person = freshPerson();
  await typesPerson(admin, person);
  const decoding = await delaysDecoding(page);
  await choosesAll(page, ["LMIA.jpg", "IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"]);
  await admin.button("Add record").click();
  await expect(page.getByText("Files are still on their way.")).toBeVisible();
  await decoding.letGo();
  await expect(page.getByText("First check what each new file is")).toBeVisible({ timeout: 20_000 });
  await page.getByLabel("Looks like LMIA.jpg").selectOption("Ticket");
  await page.getByLabel("These 3 files are pages of one paper:").selectOption("Work permit certificate");
  await expect(page.locator("[data-loose]").nth(3)).toContainText("Becomes page 3 of this paper.");
  await admin.button("Yes, that is what they are").click();
  const permit = documentBox(page, "workPermit");
  await permit.getByText("Change").click();
  await permit.getByRole("button", { name: "One page earlier Work permit certificate, page 3 of 3" }).click();
  await expect(permit).toContainText(/IMG_1.*IMG_3.*IMG_2/);
  await permit.getByRole("link", { name: "Open Work permit certificate, page 2 of 3" }).click();
  await expect(page.getByRole("dialog").locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  await page.keyboard.press("Escape");
  const inOrder = await permit
    .locator("input[name='image.workPermit']")
    .evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  await admin.button("Add record").click();
  await seesAlert(page, "Record added");
  const { workPermit = [], ...others } = (await recordWith(portal, person.passport))?.documents ?? {};
  expect(workPermit.map(({ image }) => image)).toEqual(inOrder.map((id) => `${id}-1`));
  expect(Object.keys(others)).toEqual(["ticket"]);
});

test("a document whose upload failed is sent again; if it failed after the press, the record waits for another press", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/net::ERR_FAILED/);
  await admin.opens(entry);
  const person = freshPerson();
  await typesPerson(admin, person);
  const uploads = await lineTo(page, "**/images?*");
  uploads.isCut = true;
  await chooses(page, "Medical form", await drawnDocument());
  await expect(documentBox(page, "medical")).toContainText("This site did not answer.");
  uploads.isCut = false;
  await admin.button("Add record").click();
  await expect(page.getByText("A file is missing.")).toBeVisible();
  await documentBox(page, "medical").getByRole("button", { name: "Send it again" }).click();
  await admin.button("Add record").click();
  await seesAlert(page, "Record added");
  const documents = (await recordWith(portal, person.passport))?.documents ?? {};
  expect(Object.keys(documents)).toEqual(["medical"]);
  await expect(admin.field("Passport number")).toBeFocused();

  const next = freshPerson();
  await typesPerson(admin, next);
  const upload = Promise.withResolvers<Route>();
  await page.route("**/images?*", (route) => upload.resolve(route), { times: 1 });
  await chooses(page, "Medical form", await drawnDocument());
  await admin.button("Add record").click();
  await expect(page.getByText("Files are still on their way.")).toBeVisible();
  await (await upload.promise).abort();
  const sent = page.waitForResponse("**/dashboard/page-draft");
  await documentBox(page, "medical").getByRole("button", { name: "Send it again" }).click();
  await expect(documentBox(page, "medical").locator("img")).toBeVisible();
  await sent;
  expect(await recordWith(portal, next.passport)).toBeUndefined();
  await admin.button("Add record").click();
  await expect.poll(() => recordWith(portal, next.passport)).toBeDefined();
});

test("files can be dropped and pasted, and nothing moves when an image arrives", async ({ admin, page }) => {
  await admin.opens(entry);
  // The device has a mouse, so no camera is offered.
  await expect(page.getByText("Choose a file", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Take a photo", { exact: true }).first()).toBeHidden();
  const letGo = await delays(page, "**/images?*");
  await chooses(page, "Photo", await drawnDocument());
  await chooses(page, "Ticket", await drawnDocument());
  await expect(documentBox(page, "ticket")).toContainText("Sending");
  // A browser may send a second event, without files: the first file stays.
  await page.locator("input[name='file.ticket']").dispatchEvent("change");
  const before = await admin.button("Add record").boundingBox();
  await letGo();
  await expect(page.locator("[data-document] img")).toHaveCount(2, { timeout: 20_000 });
  expect(await admin.button("Add record").boundingBox()).toEqual(before);

  const base64 = (await drawnDocument()).toString("base64");
  const bring = (selector: string, type: "drop" | "paste") =>
    page.locator(selector).evaluate(
      (target, [text = "", event = ""]) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], `${event}.jpg`, { type: "image/jpeg" }));
        const more = { bubbles: true, cancelable: true };
        const happens =
          event === "drop"
            ? new DragEvent("drop", { ...more, dataTransfer: files })
            : new ClipboardEvent("paste", { ...more, clipboardData: files });
        target.dispatchEvent(happens);
      },
      [base64, type],
    );
  await bring("[data-document=visaPaper]", "drop");
  await expect(documentBox(page, "visaPaper")).toContainText("drop.jpg");
  await bring("#passportNumber", "paste");
  await expect(page.locator("[data-loose]")).toContainText("paste.jpg");
});

test("a box shows how much was sent, that the site reads the file, and that the file is there", async ({
  admin,
  page,
  context,
}) => {
  await admin.opens(entry);
  const line = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2_000_000 };
  await line.send("Network.emulateNetworkConditions", slow);
  const seen = await page.evaluateHandle(() => {
    const all: { words: string; share: number }[] = [];
    new MutationObserver(() => {
      const box = document.querySelector("[data-document=ticket]");
      const [words = ""] = /Sending|is reading it|Here, not saved/.exec(box?.textContent ?? "") ?? [];
      if (words) all.push({ words, share: box?.querySelector("progress")?.position ?? 1 });
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
    return all;
  });
  // Noise does not compress: the file has about a megabyte.
  const noise = sharp(randomBytes(1200 * 900 * 3), { raw: { width: 1200, height: 900, channels: 3 } });
  await chooses(page, "Ticket", await noise.jpeg().toBuffer());
  await expect(documentBox(page, "ticket").locator("img")).toBeVisible({ timeout: 20_000 });
  const steps = await seen.jsonValue();
  expect([...new Set(steps.map(({ words }) => words))]).toEqual(["Sending", "is reading it", "Here, not saved"]);
  const shares = steps.filter(({ words }) => words === "Sending").map(({ share }) => share);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.some((share) => share > 0 && share < 1)).toBe(true);
});

test.describe("with a paper of one's own", () => {
  test.use({ settings: { ownPapers: [ownPaper("p1", "Wafid medical")] } });

  test("a dropped file goes to the paper of one's own that its name says, which the sheet shows with its last day", async ({
    admin,
    page,
    portal,
  }) => {
    await admin.opens(entry);
    const person = freshPerson();
    await typesPerson(admin, person);
    await page.getByLabel("Choose all files at once").setInputFiles(
      await Promise.all(
        ["wafid-medical.jpg", "medical.jpg"].map(async (name) => ({
          name,
          mimeType: "image/jpeg",
          buffer: await drawnDocument(600, 800),
        })),
      ),
    );
    await page.getByRole("button", { name: "Yes, that is what they are" }).click();
    await expect(documentBox(page, "p1")).toContainText("wafid-medical.jpg");
    await expect(documentBox(page, "medical")).toContainText("medical.jpg");
    const sheet = page.getByRole("region", { name: "The sheet as it will look" });
    await sheet.getByRole("button", { name: "The sheet as it will look" }).click();
    await expect(sheet.getByRole("listitem")).toHaveText(["Medical form", "Wafid medical"]);
    await page.getByLabel("Last day on the paper Wafid medical").fill("2031-03-31");
    await admin.button("Add record").click();
    await seesAlert(page, "Record added");
    const record = await recordWith(portal, person.passport);
    expect(Object.keys(record?.documents ?? {}).toSorted()).toEqual(["medical", "p1"]);
    await admin.opens(`/dashboard/records/${record?.id ?? ""}`);
    await expect(page.locator("[data-kind=p1]")).toContainText("Last day on the paper: 31 March 2031");
    await page.locator("[data-kind=p1] a").click();
    await expect(page.getByRole("dialog")).toContainText("Wafid medical");
  });
});
