import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { callerOf, publicOrigin, sentRecord } from "../support/api.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";
import { declarePapers, ownPaper } from "../support/own-fields.ts";
import { sharedApi } from "../support/site.ts";

const inserted = z.object({ insertedId: z.string() });

const api = await sharedApi();
const { portal } = api;
const anyone = callerOf(api);
const asAdmin = callerOf(api, "admin");

test("the operator's own papers stand under `papers` for staff, for strangers those that visitors see, are kept if not sent, and are described", async () => {
  expect((await asAdmin("GET", "/papers")).body).toEqual([]);
  await declarePapers(portal, ownPaper("p1", "Wafid medical"), ownPaper("p2", "Contract", { hasLastDay: false }));
  onTestFinished(async () => {
    await declarePapers(portal, ownPaper("p1", "Wafid", { isRemoved: true }), ownPaper("p2", "C", { isRemoved: true }));
  });
  const page = `${publicOrigin}/images/${await uploaded(portal, admin)}-1/2000`;
  const sent = sentRecord({ papers: { p1: page }, Paper_last_days: { p1: "2031-03-31" } });
  const { insertedId: id } = inserted.parse((await asAdmin("POST", "/cofees", sent)).body);
  const shown = async () => (await asAdmin("GET", `/User_Data/${id}?lastDays=yes`)).body;
  const whole = { papers: { p1: page, p2: "" }, Paper_last_days: { p1: "2031-03-31" } };
  expect(await shown()).toMatchObject(whole);
  const put = (more?: object) =>
    asAdmin("PUT", `/User_Data/${id}`, { ...sent, papers: undefined, Paper_last_days: undefined, ...more });
  expect((await put()).status).toBe(200);
  expect(await shown()).toMatchObject(whole);
  for (const [more, field] of [
    [{ papers: { p3: page } }, "papers.p3"],
    [{ papers: { photo: page } }, "papers.photo"],
    [{ papers: { p2: "https://elsewhere.example/x.jpg" } }, "papers.p2"],
    [{ Paper_last_days: { p2: "2031-01-01" } }, "Paper_last_days.p2"],
    [{ Paper_last_days: { p1: "2031-02-30" } }, "Paper_last_days.p1"],
  ] as const)
    expect((await put(more)).body).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
  const seen = async () => (await anyone("GET", `/result/${String(sent["id"])}?lastDays=yes`)).body;
  expect(JSON.stringify(await seen())).toMatch(/^(?!.*aper).*"IRCC_Num"/);
  expect((await anyone("GET", "/papers")).body).toEqual([]);
  const forVisitors = { audience: "visitors" } as const;
  await declarePapers(portal, ownPaper("p1", "Wafid", forVisitors), ownPaper("p2", "C", forVisitors));
  const shown1 = { papers: { p1: expect.stringContaining(`${page}?until=`) }, Paper_last_days: { p1: "2031-03-31" } };
  expect(await seen()).toMatchObject(shown1);
  expect(JSON.stringify(await seen())).not.toContain('"p2"');
  const whole1 = { name: "p1", audience: "visitors", labels: { en: "Wafid" }, hasLastDay: true };
  expect((await anyone("GET", "/papers")).body).toEqual([whole1, { ...whole1, name: "p2", labels: { en: "C" } }]);
  const { passportNumber: unscanned } = await addTestRecord(portal, admin, { lastDays: { p1: "2020-03-31" } });
  const ended = { papers: { p1: "" }, Paper_last_days: { p1: "2020-03-31" }, ended: { p1: "2020-03-31" } };
  expect((await anyone("GET", `/result/${unscanned}?lastDays=yes`)).body).toMatchObject(ended);
  expect(JSON.stringify((await anyone("GET", `/result/${unscanned}`)).body)).not.toContain("p1");
  await declarePapers(portal, ownPaper("p1", "Wafid medical"), ownPaper("p2", "Contract", { hasLastDay: false }));
  await put({ papers: { p1: "" } });
  expect(await shown()).toMatchObject({ papers: { p1: "", p2: "" } });
  expect((await asAdmin("GET", "/papers")).body).toEqual([
    { name: "p1", audience: "staff", labels: { en: "Wafid medical" }, hasLastDay: true },
    { name: "p2", audience: "staff", labels: { en: "Contract" }, hasLastDay: false },
  ]);
});
