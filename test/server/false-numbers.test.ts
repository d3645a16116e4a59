import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { holderOf } from "../support/holders.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();

test("a number that a stranger reports is marked with one press and by a second admin, and the holder reads it and how to object", async () => {
  const record = await addTestRecord(portal);
  const { passportNumber } = record;
  const { opened } = await holderOf(portal, record);
  const phone = new PlainBrowser(url, `attestry.holder-open=${opened.id}~${opened.secret}`);
  const stranger = new PlainBrowser(url);
  await stranger.opens("/report");
  stranger.types({ "Which record?": `Number ${passportNumber}`, "What happened?": "I was sold this." });
  await stranger.presses("Send");
  const [, reference = ""] = /(R-\w{4}-\w{4})/.exec(stranger.words) ?? [];
  const asked = async (number = passportNumber, said = "this number") => {
    await stranger.opens("/");
    stranger.types({ "Passport or IRCC number": number });
    await stranger.presses("Search");
    return stranger.words.includes(`False papers with ${said} circulate`);
  };
  expect(await asked()).toBe(false);

  await changeSettings(portal, system("test"), { change: { fourEyes: true } });
  const [office, second] = await Promise.all(
    ["admin", "admin"].map(async () => new PlainBrowser(url, (await signedIn(portal, url, "admin")).cookie)),
  );
  if (!office || !second) throw new Error("nobody is signed in");
  await office.opens("/dashboard/Reports");
  await office.follows(`Something on a record is wrong ${reference}`);
  expect(office.box("Number on the false papers").value).toBe(passportNumber);
  expect(office.box("Why?").value).toBe(`Report ${reference}`);
  await office.presses("Tell visitors");
  expect(await asked()).toBe(false);
  await second.opens("/dashboard");
  const [change = ""] = /Tell visitors until [^.]+\. Why: Report R-\w{4}-\w{4}/.exec(second.words) ?? [];
  expect(change).toContain(passportNumber);
  await second.presses(`Agree, so that it takes effect now “${change}”`);
  expect(await asked()).toBe(true);
  expect(await asked(record.irccNumber, "the other number of this record")).toBe(true);
  expect(stranger.words).not.toContain(passportNumber);
  await office.opens("/dashboard/Reports");
  await office.follows(`Something on a record is wrong ${reference}`);
  expect(office.words).toContain("Its number is marked already");
  expect(office.words).not.toContain("Number on the false papers");
  await changeSettings(portal, system("test"), { change: { fourEyes: false } });

  await phone.opens("/my-record");
  expect(phone.words.replaceAll(/[\s\u2068\u2069]/g, "")).toContain(`withyournumber${passportNumber}circulate`);
  expect(phone.words).toContain("write so under “Is something wrong?” below");
  await office.opens("/dashboard/False_Numbers");
  expect(office.words).toContain(passportNumber);
  await office.presses(`End the mark ${passportNumber}`);
  expect(office.words).toContain("Visitors are no longer told.");
  expect(await asked()).toBe(false);
  office.types({ "Number on the false papers": "Z1", "Why?": "" });
  await office.presses("Tell visitors");
  expect([office.status, office.box("Why?").isWrong]).toEqual([400, true]);
  expect(office.box("Number on the false papers").value).toBe("Z1");
});

test("the operator's warning stands on the first page and beside each nothing found, in the reader's language, while it is on", async () => {
  const warning = { isOn: true, text: "Nobody of ours sells visas.", textBangla: "আমরা ভিসা বিক্রি করি না।" };
  await expect(
    changeSettings(portal, system("test"), { change: { fraudWarning: { ...warning, text: "", textBangla: "" } } }),
  ).rejects.toMatchObject({ fields: { "fraudWarning.text": "required" } });
  const { cookie } = await signedIn(portal, url, "admin");
  const office = new PlainBrowser(url, cookie);
  await office.opens("/dashboard/Settings/publishing");
  office.ticks("Warn visitors of fraud");
  office.types({ "The warning": warning.text, "The warning in Bangla": warning.textBangla });
  await office.presses("Save");
  const { passportNumber } = await addTestRecord(portal);
  const words = async (path: string, ...asked: readonly [number?: string]) => {
    const page = new PlainBrowser(url);
    await page.opens(path);
    for (const number of asked) {
      page.types({
        [["/", "/Check_Visa"].includes(path) ? "Passport or IRCC number" : "Passport number"]: number ?? "",
      });
      await page.presses("Search");
    }
    return page.words;
  };
  const saidAt = async () => [
    (await words("/")).includes(warning.text),
    (await words("/", "Z9999999")).includes(warning.text),
    (await words("/Check_Visa", "Z9999999")).includes(warning.text),
    (await words("/", "W123456789")).includes(warning.text),
    (await words("/", passportNumber)).includes(warning.text),
    (await words("/Visa")).includes(warning.text),
  ];
  expect(await saidAt()).toEqual([true, true, true, true, false, false]);
  const reader = new PlainBrowser(url, "language=bn");
  await reader.opens("/");
  expect(reader.words).toContain(warning.textBangla);
  await changeSettings(portal, system("test"), { change: { fraudWarning: { ...warning, isOn: false } } });
  await expect.poll(async () => words("/")).not.toContain(warning.text);
  expect(await saidAt()).toEqual([false, false, false, false, false, false]);
});
