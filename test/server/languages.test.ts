import { expect, test } from "vitest";
import { answerReport } from "#operations/reports/handle-report.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { deliverMails } from "#operations/mails/mail-queue.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { admin } from "../support/accounts/people.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { changeOperator } from "../support/operator.ts";
import { mailsIn } from "../support/read-mail.ts";
import { startSite } from "../support/site.ts";
import { addedLanguages } from "#core/settings/languages.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";

const { portal: office, url, environment } = await startSite();
await changeOperator(office, { name: "Shapla Overseas", phone: "+880 2 0000 0000" });
const { cookie } = await signedIn(office, url, "admin");

const read = async (path: string, headers: Record<string, string>) => (await fetch(url + path, { headers })).text();
const accepts = (language: string) => ({ "Accept-Language": language });
const languageOf = (html: string) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(html)?.slice(1);

test("a language is offered only while an admin has it on, and marked as machine translation until a person confirms it", async () => {
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
  expect(page.words.match(/Read in English: 0/g)).toHaveLength(addedLanguages.length);
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
  expect(await read("/about", accepts("ur"))).toContain("Shapla Overseas</bdi> کوئی حکومت نہیں ہے");
  expect(await read("/login", accepts("ur"))).toContain("پاس ورڈ بھول گئے؟");
  // Staff pages are not translated into Urdu, so none of them may claim to be in Urdu.
  expect(languageOf(await read("/setup", accepts("ur")))).toEqual(["en", "ltr"]);
  const dashboard = await read("/dashboard", { Cookie: `${cookie}; language=ur` });
  expect([languageOf(dashboard), dashboard.includes("Switch on")]).toEqual([["en", "ltr"], false]);

  await page.follows("Read all its words اردو");
  expect(page.words).toContain("Forgotten your password? پاس ورڈ بھول گئے؟");
  expect(page.words).not.toContain("Missing: visitors read the English.");
  await page.presses("I have read these, and they are right اردو");
  expect(await read("/", accepts("ur"))).not.toContain("مشین");
  const event = (await auditTrail(office, admin, "settings", "settings")).at(-1);
  expect(event).toMatchObject({
    details: { languages: { to: { ur: { isOn: true, confirmed: expect.stringMatching(/./) } } } },
  });

  // The confirmation was for an earlier version of the words.
  await changeSettings(office, admin, {
    change: { languages: { ur: { isOn: true, confirmed: "an earlier version" } } },
  });
  expect(await read("/", accepts("ur"))).toContain("اس صفحے کا ترجمہ مشین نے کیا ہے");
  await page.opens("/dashboard/Languages");
  expect(page.words).toContain("Its words have changed since it was confirmed");

  await page.presses("Switch off اردو");
  expect(await spoken("ur")).toEqual(["en", "ltr"]);
  expect((await read("/", accepts("en"))).length).toBe(english.length);
});

test("a mail requested on an Urdu page begins in Urdu, and so does the answer to a report", async () => {
  await changeSettings(office, admin, { change: { languages: { ur: { isOn: true, confirmed: "" } } } });
  const sent = async (path: string, form: Record<string, string>) =>
    fetch(url + path, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { Origin: url, ...accepts("ur") },
      redirect: "manual",
    });
  const email = "rahima@example.org";
  const password = "gravel tulip nine oboe";
  const photoURL = "https://example.org/photo.jpg";
  await sent("/register", { name: "Rahima", email, photoURL, password, password2: password });
  await sent("/forgot", { email });
  await sent("/report", { kind: "mistake", about: "A12345678", message: "The name is wrong.", contact: email });
  const [report] = (await listReports(office, admin)).reports;
  await answerReport(office, admin, report?.id ?? "", { answer: "It is mended." });
  const never = new AbortController().signal;
  const subjects = async () => {
    await deliverMails(office, { stopping: never, cut: never, report: (error) => expect.unreachable(String(error)) });
    return (await mailsIn(environment["DATA_DIR"] ?? "")).map(({ headers }) => headers["subject"]);
  };
  await expect.poll(subjects).toHaveLength(3);
  expect(new Set(await subjects())).toEqual(
    new Set([
      "اپنی ای میل کی تصدیق کریں / Confirm your email / আপনার ইমেইল নিশ্চিত করুন",
      "نیا پاس ورڈ چنیں / Choose a new password / নতুন পাসওয়ার্ড নিন",
      `آپ کی اطلاع ${report?.reference} / Your report ${report?.reference} / আপনি যা জানিয়েছিলেন: ${report?.reference}`,
    ]),
  );
});
