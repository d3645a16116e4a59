import { expect, test } from "vitest";
import { auditTrail } from "#operations/audit/audit-trail.ts";
import { admin } from "../support/accounts/people.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { changeOperator } from "../support/operator.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();
await changeOperator(office, { name: "Shapla Overseas", phone: "+880 2 0000 0000" });
const { cookie } = await signedIn(office, url, "admin");

const read = async (path: string, headers: Record<string, string>) => (await fetch(url + path, { headers })).text();
const accepts = (language: string) => ({ "Accept-Language": language });
const languageOf = (html: string) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(html)?.slice(1);

test("a language is offered only while an admin has it on, and called a draft until somebody confirms it", async () => {
  const spoken = async (language: string, headers: Record<string, string> = accepts(language)) =>
    languageOf(await read("/", headers));
  const choose = (language: string) =>
    fetch(`${url}/language`, {
      method: "POST",
      body: new URLSearchParams({ language, page: "/" }),
      headers: { Origin: url },
      redirect: "manual",
    });
  const english = await read("/", accepts("en"));
  expect(await spoken("ur-PK, bn;q=0.9")).toEqual(["bn", "ltr"]);
  expect((await choose("ur")).headers.get("set-cookie")).toBeNull();
  expect(await read("/offline?language=ur", {})).toContain('<html lang="en"');
  expect(english).not.toContain("اردو");

  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/Settings");
  await page.follows("Languages");
  expect(page.words).toContain("Pages without a text in this language: 9");
  await page.presses("Switch on اردو");
  expect(page.words).toContain("Switched on. Visitors can choose it now.");

  expect(await spoken("ur-PK, bn;q=0.9")).toEqual(["ur", "rtl"]);
  expect(await spoken("bn;q=0.2, ur;q=0.7, hi")).toEqual(["ur", "rtl"]);
  expect(await spoken("hi, bn;q=0.5, ur;q=0.4")).toEqual(["bn", "ltr"]);
  expect(await spoken("", { "Accept-Language": "bn", Cookie: "language=ur" })).toEqual(["ur", "rtl"]);
  expect((await choose("ur")).headers.get("set-cookie")).toContain("language=ur");
  expect((await choose("hi")).headers.get("set-cookie")).toBeNull();
  expect(languageOf(await read("/offline?language=ur", {}))).toEqual(["ur", "rtl"]);

  const urdu = await read("/", accepts("ur"));
  expect(urdu).toContain("کاغذ جانچیں");
  expect(urdu).toContain("اس صفحے کا ترجمہ مشین نے کیا ہے");
  expect(urdu).toMatch(/<input[^>]* id="number"[^>]* dir="ltr"|<input[^>]* dir="ltr"[^>]* id="number"/);
  expect(urdu).toContain('<bdi dir="ltr"><a href="tel:+88020000000');
  // A text that nobody has written in Urdu is English, and says so.
  expect(await read("/about", accepts("ur"))).toContain('<article lang="en" dir="ltr"');
  // Accounts and the dashboard are not translated, so none of them claims to be.
  expect(languageOf(await read("/login", accepts("ur")))).toEqual(["en", "ltr"]);
  const dashboard = await read("/dashboard", { Cookie: `${cookie}; language=ur` });
  expect([languageOf(dashboard), dashboard.includes("Switch on")]).toEqual([["en", "ltr"], false]);

  await page.presses("I have read all of it, and it is right اردو");
  expect(await read("/", accepts("ur"))).not.toContain("مشین");
  const event = (await auditTrail(office, admin, "settings", "settings")).at(-1);
  expect(event).toMatchObject({ details: { languages: { to: { ur: { isOn: true, isConfirmed: true } } } } });

  await page.presses("Switch off اردو");
  expect(await spoken("ur")).toEqual(["en", "ltr"]);
  expect((await read("/", accepts("en"))).length).toBe(english.length);
});
