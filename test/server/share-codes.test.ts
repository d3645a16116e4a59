import { describe, expect, test } from "vitest";
import { hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { changeOperator } from "../support/operator.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { uploaded } from "../support/documents.ts";
import { switchOff } from "../support/features.ts";
import { cardForm } from "../support/holders.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { addTestRecord as add } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();
await changeOperator(portal, { name: "Shapla Overseas" });
const chief = await freshAdmin(portal);

/** A holder on their own page, with two documents. */
async function onOwnPage(name: string) {
  const images = { workPermit: await uploaded(portal, chief), visaPaper: await uploaded(portal, chief) };
  const record = await add(portal, chief, { name, images });
  const { card, fact, pin } = cardForm((await offerHolderLink(portal, chief, { id: record.id }, {})) ?? "");
  const phone = new PlainBrowser(url);
  await phone.opens("/my-record");
  phone.types({
    "Code on your card": card,
    "Your father’s or mother’s name": fact,
    "Choose a PIN": pin,
    "The same PIN again": pin,
  });
  await phone.presses("Open my page");
  return { record, phone };
}

async function makesCode(phone: PlainBrowser, words = "For the new job"): Promise<string> {
  phone.types({ "Why? You may leave this empty": words });
  phone.ticks("Visa paper");
  await phone.presses("Make a share code");
  return /[2-9A-Z]{3}-[2-9A-Z]{3}-[2-9A-Z]{3}/.exec(phone.words)?.[0] ?? "";
}

/** Each visitor has an address of their own: otherwise their tries would be counted together. */
async function shows(code: string, name: string): Promise<PlainBrowser> {
  const visitor = new PlainBrowser(url);
  await visitor.opens("/code");
  visitor.types({ "Share code": code, "First name": name });
  await visitor.presses("Show the record");
  return visitor;
}

const imagesIn = ({ html }: PlainBrowser) =>
  [...html.matchAll(/"(\/images\/[^"]+)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));

describe("without scripts,", () => {
  test("a holder makes a code, a visitor uses it, and its images stop as soon as the holder ends the code", async () => {
    const { record, phone } = await onOwnPage("Rokeya Begum");
    const code = await makesCode(phone);
    expect(phone.words).toContain(`Code: ${code}. First name: Rokeya.`);
    await phone.opens("/my-record");
    expect(phone.words).toContain("An employer · For the new job");
    expect(phone.words).toContain("Not used yet");
    expect(phone.words).not.toContain(code);

    const visitor = await shows(code, "Rokeya");
    expect(visitor.status).toBe(200);
    expect(visitor.words).toContain("Shared with: An employer. Until ");
    expect(visitor.words).toMatch(/The holder wrote: .?For the new job/);
    for (const seen of ["Rokeya Begum", record.passportNumber.slice(-4), "Visa paper"])
      expect(visitor.words).toContain(seen);
    for (const kept of ["Work permit certificate", "Amena", "Karim", "Mirpur", "Save the proof"])
      expect(visitor.words).not.toContain(kept);
    expect(visitor.html).not.toMatch(/\/published\/|until=|signature=/);
    const images = imagesIn(visitor);
    expect(images.length).toBeGreaterThan(1);
    for (const address of images) {
      const image = await fetch(url + address);
      expect([image.status, image.headers.get("content-type"), image.headers.get("cache-control")]).toEqual([
        200,
        "image/jpeg",
        "no-store",
      ]);
    }

    // Nobody could end it then, so it shows nothing.
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    const shown = ["/code", "/my-record", ...images];
    await switchOff(portal, ["holders"]);
    expect(await Promise.all(shown.map(statusOf))).toEqual(shown.map(() => 404));
    await switchOff(portal, []);
    expect(await Promise.all(shown.map(statusOf))).toEqual(shown.map(() => 200));

    await phone.opens("/my-record");
    expect(phone.words).toContain("Uses so far: 1 of 3");
    await phone.presses("Hold back");
    await phone.presses("Hold back");
    expect(phone.words).toContain(
      "Visa paper Held back by you Share codes that still show it: An employer · For the new job Stop",
    );
    expect(phone.words).toContain("Work permit certificate Held back by you Stop");
    await phone.presses("End this share code");
    expect(phone.words).toContain("Ended on ");
    for (const address of images) expect((await fetch(url + address)).status).toBe(403);
    expect((await shows(code, "Rokeya")).words).toContain("This code shows nothing");
  });

  test("no paper is ticked for the first code, and for the next one what the newest shows", async () => {
    const { phone } = await onOwnPage("Tahmina Akter");
    const ticked = async () => {
      await phone.opens("/my-record");
      expect(phone.words).toContain("Choose at least one.");
      return [...phone.html.matchAll(/<input(?=[^>]* checked)[^>]* name="shares-(\w+)"/g)].map(([, kind]) => kind);
    };
    expect(await ticked()).toEqual([]);
    phone.ticks("Visa paper");
    await phone.presses("Make a share code");
    expect(await ticked()).toEqual(["visaPaper"]);
    phone.unticks("Visa paper");
    phone.ticks("Work permit certificate");
    await phone.presses("Make a share code");
    expect(await ticked()).toEqual(["workPermit"]);
  });

  test("a reason that contains a link is refused and stays in the form, and no code is made", async () => {
    const { phone } = await onOwnPage("Jahid Hasan");
    expect(await makesCode(phone, "see evil.example")).toBe("");
    expect([phone.status, phone.box("Why? You may leave this empty").isWrong]).toEqual([400, true]);
    expect(await makesCode(phone, "Boss & Sons")).not.toBe("");
  });
});

test("an unknown code, an ended code, a wrong name and a hidden record get the same answer, byte for byte", async () => {
  const [right, ended, hidden] = [
    await onOwnPage("Kamal Hossain"),
    await onOwnPage("Kamal Hossain"),
    await onOwnPage("Kamal Hossain"),
  ];
  const codes = [await makesCode(right.phone), await makesCode(ended.phone), await makesCode(hidden.phone)] as const;
  await ended.phone.opens("/my-record");
  await ended.phone.presses("End this share code");
  await hideRecord(portal, chief, { id: hidden.record.id });
  const wrongs = [
    ["777-777-777", "Kamal"],
    [codes[0], "Jamal"],
    [codes[1], "Kamal"],
    [codes[2], "Kamal"],
  ] as const;
  const answers: unknown[] = [];
  for (const [code, name] of wrongs) {
    const body = new URLSearchParams({ code, name });
    const answer = await fetch(`${url}/code`, { method: "POST", body, headers: { Origin: url } });
    const html = (await answer.text()).replaceAll(code, "CODE").replaceAll(name, "NAME");
    const headers = Object.fromEntries(answer.headers);
    for (const own of ["date", "x-request-id", "content-length"]) delete headers[own];
    answers.push([
      answer.status,
      headers,
      html.replaceAll(/dateTime="[^"]*"|datetime="[^"]*"|\d?\d:\d\d(?::\d\d)?/g, "TIME"),
    ]);
  }
  expect(answers).toEqual(answers.map(() => answers[0]));
  expect(answers[0]).toMatchObject([200, { "cache-control": "no-store" }, expect.stringContaining("shows nothing")]);
  await unhideRecord(portal, chief, { id: hidden.record.id });
  expect((await shows(codes[2], "Kamal")).words).toContain("Shared with");
});
