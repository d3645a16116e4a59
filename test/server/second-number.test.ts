import { expect, test } from "vitest";
import { readRecord } from "#operations/records/read-record.ts";
import { actorOf } from "../support/accounts/fresh-accounts.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();
const { id: adminId, cookie } = await signedIn(portal, url, "admin");
const admin = actorOf(adminId, "admin");
const record = await addTestRecord(portal, admin, { irccNumber: "W123456789" });

/** Every page that names the number. */
const places = [
  "/",
  "/Check_Visa",
  "/dashboard/Entry",
  "/dashboard/update",
  "/dashboard/Find",
  "/MaltipleInput",
  "/dashboard/Import",
  `/Update_A_User/${record.id}`,
  // Its history names the number as it was.
  `/dashboard/records/${record.id}`,
];

const at = async (page: PlainBrowser, path: string) => {
  await page.opens(path);
  return page.words.replaceAll(/[\u2066-\u2069]/g, "");
};

const set = async (page: PlainBrowser, boxes: Record<string, string>, ...ticks: string[]) => {
  await page.opens("/dashboard/Number");
  page.types(boxes);
  for (const tick of ticks) page.ticks(tick);
  await page.presses("Save");
};

test("an admin gives the number another name and form, and every page says and takes it", async () => {
  const page = new PlainBrowser(url, cookie);
  for (const place of places) expect([place, await at(page, place)]).toEqual([place, expect.stringContaining("IRCC")]);

  const named = { "Name (English)": "Visa number", "Name (বাংলা)": "ভিসা নম্বর", Example: "201/2024/2/0123456" };
  await set(page, named, "Letters, digits and signs", "Slash");
  expect(page.words).toContain("Records that have such a number: 1");
  await page.presses("Yes, save it");
  expect(page.words).toContain("Saved.");
  expect(page.box("Name (English)").value).toBe("Visa number");
  for (const place of places) {
    const words = await at(page, place);
    expect([place, words]).toEqual([place, expect.stringContaining("Visa number")]);
    expect([place, words]).toEqual([place, expect.not.stringMatching(/IRCC number/)]);
  }

  await page.opens(`/Update_A_User/${record.id}`);
  page.types({ "Visa number": "201;2024" });
  await page.presses("Update record");
  expect(page.box("Visa number")).toMatchObject({ isWrong: true });
  page.types({ "Visa number": "201 / 2024 / 2 / 0123456" });
  await page.presses("Update record");
  expect((await readRecord(portal, admin, record.id)).irccNumber).toBe("201/2024/2/0123456");

  const visitor = new PlainBrowser(url);
  const asks = async (number: string) => {
    await visitor.opens("/Check_Visa");
    visitor.types({ "Passport number or \u2068Visa number\u2069": number });
    await visitor.presses("Search");
    return visitor.words;
  };
  expect(await asks("Visa number: 201/2024/2/0123456")).toContain(record.name);
  expect(await asks(record.passportNumber)).toContain(record.name);
  expect(await asks("2012/024/2/0123456")).toContain("We found no record for 2012/024/2/0123456");
  expect(await asks("201;2024")).toContain("This cannot be the number.");
});

test("programs ask for a number with a slash as a parameter, or as the rest of the path", async () => {
  const ask = async (path: string) => (await fetch(url + path)).status;
  expect(await ask("/ircc/-?number=201%2F2024%2F2%2F0123456")).toBe(200);
  expect(await ask("/ircc/201/2024/2/0123456")).toBe(200);
  expect(await ask("/ircc/201%2F2024%2F2%2F0123456")).toBe(200);
  expect(await ask("/ircc/20120242/0123456")).toBe(404);
  expect(await ask(`/ircc/${record.passportNumber}?number=`)).toBe(200);
  expect(await ask("/result/-?number=201%2F2024%2F2%2F0123456")).toBe(404);
});

test("a hostile name harms nothing, and a number that nobody is asked for stands nowhere", async () => {
  const page = new PlainBrowser(url, cookie);
  await set(page, { "Name (English)": '<b>No\u202E</b>" onload="x', "Name (বাংলা)": "" });
  await page.presses("Yes, save it");
  await page.opens("/Check_Visa");
  expect(page.html).not.toMatch(/<b>No|\u202E|" onload="x/);
  expect(page.words).toContain('<b>No</b>" onload="x');

  await set(page, { "Name (English)": "x".repeat(61) });
  expect(page.box("Name (English)").isWrong).toBe(true);

  await set(page, { "Name (English)": "Visa number" }, "Nobody is asked for it");
  await page.presses("Yes, save it");
  for (const place of places.slice(0, -1))
    expect([place, await at(page, place)]).toEqual([place, expect.not.stringMatching(/IRCC number|Visa number/)]);
  expect((await fetch(`${url}/ircc/201/2024/2/0123456`)).status).toBe(404);
  await page.opens(`/Update_A_User/${record.id}`);
  page.types({ Address: "7 Lake Road" });
  await page.presses("Update record");
  expect(await readRecord(portal, admin, record.id)).toMatchObject({
    irccNumber: "201/2024/2/0123456",
    address: "7 Lake Road",
  });
});
