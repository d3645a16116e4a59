import { expect, test } from "vitest";
import { z } from "zod";
import { switchKind } from "#operations/own-fields/switch-kind.ts";
import { admin } from "../support/accounts/people.ts";
import { callerOf, publicOrigin, sentRecord } from "../support/api.ts";
import { uploaded } from "../support/documents.ts";
import { sharedApi } from "../support/site.ts";

const inserted = z.object({ insertedId: z.string() });

const api = await sharedApi();
const { portal } = api;
const anyone = callerOf(api);
const asAdmin = callerOf(api, "admin");

test("specified calls go on for a document that is switched off: it is stored and told to staff, and no stranger gets it", async () => {
  const switchTicket = () => switchKind(portal, admin, { kind: "ticket" });
  const page = async () => `${publicOrigin}/images/${await uploaded(portal, admin)}-1/2000`;
  await switchTicket();
  const [first, second] = [await page(), await page()];
  const sent = sentRecord({ Doc_14_PC: first, Last_days: { Doc_14_PC: "2031-03-31" } });
  const { insertedId: id } = inserted.parse((await asAdmin("POST", "/cofees", sent)).body);
  const shown = async () => (await asAdmin("GET", `/User_Data/${id}?lastDays=yes`)).body;
  const seen = async () => (await anyone("GET", `/result/${String(sent["id"])}?lastDays=yes`)).body;
  expect([await shown(), await seen()]).toMatchObject([
    { Doc_14_PC: first, Last_days: { Doc_14_PC: "2031-03-31" } },
    { Doc_14_PC: "", Last_days: {} },
  ]);
  const put = (more: object) => asAdmin("PUT", `/User_Data/${id}`, { ...sent, Last_days: undefined, ...more });
  expect((await put({ Doc_14_PC: undefined })).status).toBe(200);
  expect(await shown()).toMatchObject({ Doc_14_PC: first, Last_days: { Doc_14_PC: "2031-03-31" } });
  expect((await put({ Doc_14_PC: second })).status).toBe(200);
  expect([await shown(), await seen()]).toMatchObject([{ Doc_14_PC: second }, { Doc_14_PC: "" }]);
  await switchTicket();
  expect(await seen()).toMatchObject({ Doc_14_PC: expect.stringContaining("/images/") });
});
