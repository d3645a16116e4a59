import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { checkLinkInPdf } from "#verify/compact-statement.ts";
import { answerFor, readReceipt } from "#verify/lookup-receipt.ts";
import { readReceiptLink } from "#verify/presented.ts";
import { issuerAddress, type SiteKeys } from "#verify/verdict.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { uploaded } from "../support/documents.ts";
import { textOf } from "../support/pdf-text.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { url, portal } = await startSite();

function ask(fields: Record<string, string>, headers = fromElsewhere()): Promise<Response> {
  return fetch(`${url}/`, { method: "POST", body: new URLSearchParams({ keep: "1", ...fields }), headers });
}

/** Everything that a visitor's file says. */
async function keptIn(answer: Response) {
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  const { token = "", disclosure = "" } =
    readReceiptLink(checkLinkInPdf(new Uint8Array(await answer.arrayBuffer())) ?? "") ?? {};
  const keys = (await (await fetch(url + issuerAddress)).json()) as SiteKeys;
  const reading = await readReceipt(token, { origins: [portal.publicOrigin], keys, now: portal.now() });
  if (reading.kind !== "receipt") throw new Error(`the receipt is ${reading.kind}`);
  const { receipt } = reading;
  return { receipt, told: await answerFor(receipt, disclosure), length: token.length };
}

test("a visitor keeps an answer, which says as much as the site showed", async () => {
  const shown = await addTestRecord(portal, admin);
  const { receipt, told } = await keptIn(await ask({ number: shown.passportNumber, name: "Somebody Else" }));
  expect(receipt).toMatchObject({ iss: portal.publicOrigin, asked_by: null, purpose: "", asked_with: "number" });
  expect(told).toMatchObject({ asked: { number: shown.passportNumber, name: "" }, answer: { outcome: "shown" } });
  expect(JSON.stringify(receipt)).not.toContain(shown.passportNumber);
});

test("a receipt names first what had ended when it was made", async () => {
  const images = { visaPaper: await uploaded(portal, admin), lmia: await uploaded(portal, admin) };
  const record = await addTestRecord(portal, admin, {
    images,
    lastDays: { visaPaper: "2020-01-31", lmia: "2199-12-31" },
  });
  const kept = await ask({ number: record.passportNumber, name: "" });
  const { told } = await keptIn(kept.clone());
  expect(told?.answer).toMatchObject({ outcome: "shown", ended: { visaPaper: "2020-01-31" } });
  expect(await textOf(new Uint8Array(await kept.arrayBuffer()))).toMatch(
    /Answer The visa paper in this record ended on 31 January 2020 · Published, /,
  );
});

test("a receipt of nothing is the same for a hidden, a waiting and a missing record, and for another name", async () => {
  const shown = await addTestRecord(portal, admin);
  const hidden = await addTestRecord(portal, admin);
  await hideRecord(portal, admin, { id: hidden.id });
  const waiting = await addTestRecord(portal, moderator);
  await changeSettings(portal, system("test"), { change: { lookupPolicy: "guarded" } });
  const kept = await Promise.all(
    [hidden.passportNumber, waiting.passportNumber, "Z99999999", shown.passportNumber].map(async (number) => {
      const { receipt, length } = await keptIn(await ask({ number, name: "Nobody Known" }));
      const { answers, iat: _, ...said } = receipt;
      return { ...said, length, answers: answers.map(({ digest, ...answer }) => [digest.length, answer]) };
    }),
  );
  for (const one of kept) expect(one).toEqual(kept[0]);
  expect(kept[0]).toMatchObject({ asked_with: "name", answers: [[43, { outcome: "nothing" }]] });
  const tooLong = await ask({ number: "Z99999999", name: "x".repeat(201) });
  expect(tooLong.headers.get("Content-Type")).toMatch("text/html");
  await changeSettings(portal, system("test"), { change: { lookupPolicy: "open" } });
});

test("after as many misses as any lookups, a receipt costs a wait, also without scripts", async () => {
  const headers = fromElsewhere();
  const pages: string[] = [];
  for (let round = 0; round < 32; round += 1) {
    const answer = await ask({ number: `Q100000${round}` }, headers);
    if (answer.headers.get("Content-Type") !== "application/pdf") pages.push(await answer.text());
  }
  expect(pages).toHaveLength(2);
  // The form asks for the receipt again, after the wait, and the script leaves it to the browser.
  const form = /<form id="ask-again".*?<\/form>/.exec(pages[0] ?? "")?.[0] ?? "";
  expect(form).toMatch(/name="ticket".*name="keep"/);
  expect(form).not.toContain("data-lookup");
});
