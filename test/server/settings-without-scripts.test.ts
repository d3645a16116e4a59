import { describe, expect, onTestFinished, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { menuLimits } from "#core/settings/menus.ts";
import { checkList } from "#operations/desk/check-list.ts";
import { organisationAtDesk } from "#operations/desk/organisations.ts";
import { readPageDrafts, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { mailState } from "#operations/mails/mail-server.ts";
import { logPolicy } from "#operations/log/log-policy.ts";
import { applySettings, changeSettings, changeSettingsRow } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { verifierKey } from "#sealing/note-signatures.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { readMail } from "../support/read-mail.ts";
import { MailServer } from "../support/mail-server.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { startSite } from "../support/site.ts";
import { atDesk } from "./matrix/personas.ts";

const { portal: office, url } = await startSite({ PRIVATE_TARGETS: "allow" });

const admin = await signedIn(office, url, "admin");
const { cookie } = admin;
const clerk = { kind: "account", id: admin.id, role: "admin" } as const;

async function adminAt(path: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, cookie);
  await page.opens(path);
  return page;
}

test("an admin sets for how many days a statement can be relied on, from 1 to 366", async () => {
  const page = await adminAt("/dashboard/Settings/publishing");
  const label = "Days for which a signed statement or slip counts without a connection";
  expect(page.box(label)).toMatchObject({ value: "90" });
  page.types({ [label]: "367" });
  await page.presses("Save");
  expect(page.box(label)).toMatchObject({ isWrong: true });
  page.types({ [label]: "30" });
  await page.presses("Save");
  expect(page.words).toContain("Saved. It applies from now on.");
  expect((await currentSettings(office)).statementDays).toBe(30);
});

test("a witness of ML-DSA that an earlier version accepted is named as uncounted, may stay or go, and none is added", async () => {
  const lineOf = (name: string) =>
    `${verifierKey({ name, type: 6, publicKey: Buffer.alloc(1312, name) })} https://witness.example`;
  const log = { witnesses: lineOf("old.example"), mailTo: "", registers: "" };
  await changeSettingsRow(office, system("test"), undefined, ({ within, writer, settings }) =>
    applySettings(within, writer, settings, system("test"), { log }),
  );
  const page = await adminAt("/dashboard/Settings/log");
  expect(page.words).toContain("Not asked, and not counted: old.example.");
  expect(logPolicy(await currentSettings(office))).toBe("quorum none\n");
  page.types({ "Mail the checkpoint to": "one@elsewhere.example" });
  await page.presses("Save");
  expect(page.words).toContain("Saved. It applies from now on.");
  page.types({ Witnesses: `${log.witnesses}\n${lineOf("new.example")}` });
  await page.presses("Save");
  expect(page.box("Witnesses")).toMatchObject({ isWrong: true });
  page.types({ Witnesses: "", "Mail the checkpoint to": "" });
  await page.presses("Save");
  expect(page.words).not.toContain("Not asked");
});

test("an admin sets a mail server, tests it, never sees its password, and removes it", async () => {
  await using server = await new MailServer({ allowInsecureAuth: true }).start();
  const page = await adminAt("/dashboard/Settings");
  await page.follows("Mail server");
  page.types({ Server: "http://mail" });
  await page.presses("Save");
  expect(page.box("Server")).toMatchObject({ isWrong: true, description: "Use a name such as mail.example.com" });
  const login = { User: "site", Password: "planted" };
  page.types({ Server: "127.0.0.1", Port: String(server.port), ...login });
  await page.presses("Save");
  expect(page.html).not.toContain("planted");
  expect(page.words).toContain("The server does not accept this user and password. For your provider: EAUTH 535");
  expect(page.box("Server").value).toBe("127.0.0.1");
  page.types({ Password: "right" });
  await page.presses("Save");
  expect(page.words).toContain("A mail with a code is on its way to you. Nothing is changed yet.");
  expect(await mailState(office)).toBe("kept");
  page.types({ Code: "00" });
  await page.presses("Use this mail server");
  expect(page.box("Code").isWrong).toBe(true);
  page.types({ Code: /\b\d{8}\b/.exec(readMail(server.taken[0]?.source ?? "").text)?.[0] ?? "" });
  await page.presses("Use this mail server");
  expect(page.words).toContain("Saved. Every mail goes through this server now.");
  expect(page.html).not.toContain("Type the code");
  await page.presses("Send a test mail to me");
  expect(page.words).toContain("The server accepted a mail to");
  expect(server.taken).toHaveLength(2);
  await page.presses("Yes, remove it");
  expect(page.words).toContain("The mail server is removed.");
  expect(await mailState(office)).toBe("kept");
});

test("an API key is shown once, opens calls but no page, and can be revoked", async () => {
  const page = await adminAt("/dashboard/Settings");
  await page.follows("API keys");
  await page.presses("Make the key");
  expect(page.box("Name").isWrong).toBe(true);
  page.types({ Name: "Payroll" });
  await page.presses("Make the key");
  const [key = ""] = /attestry_[\w-]{43}/.exec(page.html) ?? [];
  const asked = async (path: string) => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(url + path, { headers, redirect: "manual" })).status;
  };
  expect([await asked("/User_Data"), await asked("/dashboard/update")]).toEqual([200, 303]);
  await page.opens("/dashboard/API_Keys");
  expect(page.html).not.toContain(key);
  await page.presses("Yes, revoke it Payroll");
  expect(page.words).toContain("The key is revoked.");
  expect(await asked("/User_Data")).toBe(401);
});

test("a webhook is added with a secret that is shown once, is tested, and is removed", async () => {
  const page = await adminAt("/dashboard/Settings");
  await page.follows("Webhooks");
  page.types({ "Address of the program": "https://127.0.0.1/records" });
  await page.presses("Add");
  const refused = "Use an address that starts with https:// and is on the open internet.";
  expect(page.box("Address of the program")).toMatchObject({ isWrong: true, description: refused });
  // A name that never resolves (RFC 2606).
  page.types({ "Address of the program": "https://hooks.invalid/records" });
  await page.presses("Add");
  expect(page.words).toMatch(/The secret of hooks\.invalid .* whsec_[\w+/]{43}=/);
  await page.presses("Send a test hooks.invalid");
  const again = async () => {
    await page.opens("/dashboard/Webhooks");
    return page.words;
  };
  await expect.poll(again).toContain("There is no such name.");
  expect(page.html).not.toContain("whsec_");
  await page.presses("Yes, remove it hooks.invalid");
  expect(page.words).toContain("The webhook is removed.");
});

test("a person of an organisation sets its webhook beside its API keys", async () => {
  const { person } = await atDesk(office, url);
  const page = new PlainBrowser(url, person?.cookie);
  await page.opens("/dashboard/Desk");
  await page.follows("API keys and webhook");
  page.types({ "Address of the program": "http://hooks.invalid/" });
  await page.presses("Save, and show a new secret");
  expect(page.box("Address of the program").isWrong).toBe(true);
  const address = "https://hooks.invalid/answers";
  page.types({ "Address of the program": address });
  await page.presses("Save, and show a new secret");
  expect(page.words).toMatch(/The secret of hooks\.invalid .* whsec_[\w+/]{43}=/);
  await page.presses(`Send a test ${address}`);
  const again = async () => {
    await page.opens("/dashboard/API_Keys");
    return page.words;
  };
  await expect.poll(again).toContain("There is no such name.");
  expect([page.html.includes("whsec_"), page.box("Address of the program").value]).toEqual([false, address]);
  await page.presses(`Yes, remove it ${address}`);
  expect(page.box("Address of the program").value).toBe("");
});

test("an organisation is warned before it is stopped, reads why it was, and an admin lets it go on", async () => {
  const { person, counts } = await atDesk(office, url);
  const page = new PlainBrowser(url, person?.cookie);
  const tries = async (from: number, to: number) => {
    const names = Array.from({ length: to - from }, (_, at) => `Guess Number${from + at}`);
    const rows = names.map((name) => ({ cells: [], number: "Z50000001", name, code: "" }));
    await checkList(office, counts, { list: { heads: [], rows }, purpose: "Visas" });
    await page.opens("/dashboard/Desk");
  };
  await tries(0, 3);
  expect(page.words).toContain("(case, order and punctuation do not count): 8;");
  expect(page.words).not.toContain("A limit is near.");
  await tries(3, 8);
  expect(page.words).toContain("A limit is near.");
  await tries(8, 12);
  expect(page.words).toContain("sent more than 10 other names for numbers that were checked before");
  const { id } = await organisationAtDesk(office, counts);
  const ofAdmin = await adminAt(`/dashboard/Organisations/${id}`);
  expect(ofAdmin.words).toContain("corrected spellings, or guesses.");
  await ofAdmin.presses("Let it go on Embassy of Malta");
  await page.opens("/dashboard/Desk");
  expect(page.words).toContain("(case, order and punctuation do not count): 10;");
  await ofAdmin.opens("/dashboard/History");
  expect(ofAdmin.words).toContain("Stopped because");
});

test("staff choose which mails they get, among those that their role may see", async () => {
  const page = await adminAt("/account");
  await page.follows("Change : Mails to you");
  page.types({ "A record waits for approval": "at-once", "Language of these mails": "bn" });
  await page.presses("Save");
  expect(page.words).toContain("Saved");
  await page.opens("/account/alerts");
  expect(page.box("A record waits for approval").value).toBe("at-once");
  const { cookie: moderators } = await signedIn(office, url, "moderator");
  const theirs = new PlainBrowser(url, moderators);
  await theirs.opens("/account/alerts");
  expect(theirs.words).toContain("A record is sent back to you");
  expect(theirs.words).not.toContain("A visitor reports something");
});

test("links of the bar are moved, removed and added with buttons, and nothing changes before they are saved", async () => {
  const { navbar: delivered } = defaultMenus;
  // A text in a language that is switched off has no box, and stays.
  const navbar = delivered.map((link) =>
    link.label === "How checking works" ? { ...link, labels: { ne: "जाँच" } } : link,
  );
  await changeSettings(office, system("test"), { change: { menus: { ...defaultMenus, navbar } } });
  const page = await adminAt("/dashboard/Menus?part=navbar");
  await page.presses("Up: How checking works");
  expect(page.html).toMatch(/id="down-0-0"[^>]*autofocus/i);
  expect(page.words).toContain("Not saved yet");
  await page.presses("Remove: News and media");
  await page.presses("Add a link");
  page.types({ "#label-0-6": "Our own page", "#to-0-6": "https://shapla.example/about" });
  expect((await currentSettings(office)).menus.navbar).toEqual(navbar);
  await page.presses("Save");
  expect(page.words).toContain("Saved. Visitors see it from now on.");
  expect((await currentSettings(office)).menus.navbar.map(({ label }) => label)).toEqual([
    "How checking works",
    ...navbar.map(({ label }) => label).filter((label) => !/^(How checking works|News and media)$/.test(label)),
    "Our own page",
  ]);
  expect((await currentSettings(office)).menus.navbar[0]?.labels).toEqual({ ne: "जाँच" });
  await changeSettings(office, system("test"), { change: { menus: defaultMenus } });
});

test("a change that makes the site less safe is saved after a confirmation", async () => {
  await changeSettings(office, system("test"), { change: { lookupPolicy: "guarded", shownKinds: ["photo"] } });
  const page = await adminAt("/dashboard/Settings/publishing");
  for (const answer of ["Cancel", "Yes, save it"]) {
    page.ticks("the number alone");
    page.ticks("Medical form");
    await page.presses("Save");
    for (const words of [
      "Before this is saved",
      "tries out numbers",
      "Visitors see these papers as well: Medical form.",
    ])
      expect(page.words).toContain(words);
    expect(await currentSettings(office)).toMatchObject({ lookupPolicy: "guarded", shownKinds: ["photo"] });
    if (answer === "Cancel") await page.follows(answer);
    else await page.presses(answer);
  }
  expect(page.words).toContain("Saved. It applies from now on.");
  const after = await currentSettings(office);
  expect([after.lookupPolicy, after.shownKinds.toSorted()]).toEqual(["open", ["medical", "photo"]]);
});

test("a stale menu form shows a message and can still be saved; menus of the maximum length too", async () => {
  const { menus } = await currentSettings(office);
  const page = await adminAt("/dashboard/Menus?part=navbar");
  page.types({ "#label-0-0": "Who we are" });
  const link = { label: "ক".repeat(menuLimits.label), to: `https://shapla.example/${"a".repeat(1500)}` };
  const full = { title: link.label, links: Array.from({ length: menuLimits.links }, () => link) };
  const categories = Array.from({ length: menuLimits.categories }, () => full);
  await changeSettings(office, system("test"), { change: { menus: { ...menus, categories } } });
  await page.presses("Save");
  expect(page.words).toContain("Somebody else changed the settings meanwhile");
  await page.presses("Save");
  expect(page.words).toContain("Saved. Visitors see it from now on.");
  await page.opens("/dashboard/Menus?part=categories");
  await page.presses("Save");
  expect(page.words).toContain("Saved. Visitors see it from now on.");
  const after = (await currentSettings(office)).menus;
  expect([after.navbar[0]?.label, after.categories]).toEqual(["Who we are", categories]);
});

describe("under the four-eyes rule,", () => {
  const eyesAre = (fourEyes: boolean) => changeSettings(office, system("test"), { change: { fourEyes } });

  test("a change of an admin waits on the overview of the others, where one agrees or refuses", async () => {
    await eyesAre(true);
    onTestFinished(async () => void (await eyesAre(false)));
    const [third, other] = [await signedIn(office, url, "admin"), await signedIn(office, url, "admin")];
    const page = await adminAt(`/dashboard/Admin_Control/${third.id}`);
    const overview = new PlainBrowser(url, other.cookie);
    const change = "Suspend Sadia Student. Reason: they left";
    const sentence = `${change} Sadia Student asked for this. It takes effect on`;
    for (const [answer, words, suspended] of [
      ["Refuse", "The change is off.", false],
      ["Agree, so that it takes effect now", "You agreed. The change has taken effect.", true],
    ] as const) {
      await page.opens(`/dashboard/Admin_Control/${third.id}`);
      expect(page.words).toContain("account change when a second admin agrees, or after 24 hours.");
      await page.follows("Suspend Sadia Student");
      page.ticks("They left");
      await page.presses("Yes, suspend");
      expect(page.words).toContain("This waits for a second admin until");
      await page.opens("/dashboard");
      expect(page.words).toContain(sentence);
      expect(page.html).not.toContain("Agree, so that it takes effect now");
      await overview.opens("/dashboard");
      expect(overview.words).toContain(sentence);
      await overview.presses(`${answer} “${change}”`);
      expect(overview.words).toContain(words);
      expect((await readAccount(office, system("test"), third)).suspended).toBe(suspended);
    }
    await page.presses(`Withdraw “${change}”`);
    expect(page.words).toContain("This change no longer waits.");
  });

  test("settings that wait leave no draft of their form", async () => {
    await eyesAre(true);
    onTestFinished(async () => void (await eyesAre(false)));
    const name = "settings:records";
    await savePageDraft(office, clerk, { name, fields: [["fourEyes", ""]] });
    const page = await adminAt("/dashboard/Settings/records");
    page.unticks("Two people look at every record");
    await page.presses("Save");
    expect(await readPageDrafts(office, clerk, name), "the question is not the end").toHaveLength(1);
    await page.presses("Yes, save it");
    expect(page.words).toContain("This waits for a second admin until");
    expect(await readPageDrafts(office, clerk, name)).toEqual([]);
  });

  test("a call answers 409", async () => {
    await eyesAre(true);
    onTestFinished(async () => void (await eyesAre(false)));
    const { id } = await signedIn(office, url, "student");
    const asked = await fetch(`${url}/user_data/admin/${id}`, {
      method: "PATCH",
      headers: { Cookie: cookie, Origin: url },
    });
    expect([asked.status, await asked.json()]).toMatchObject([409, { error: { id: "waits" } }]);
  });
});
