import { hash } from "node:crypto";
import { describe, expect } from "vitest";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { verifierName } from "#core/holders/wallet.ts";
import {
  askWallet,
  deleteOldPresentations,
  readPresentation,
  takePresentation,
} from "#operations/holders/ask-wallet.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { revokeSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { countRows } from "#storage/database/rows.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { savedStatement } from "../support/statements.ts";
import { TestWallet } from "../support/wallet.ts";

const minute = 60_000;

type Question = ReturnType<typeof askWallet>;

const asked = ({ link }: Question) => {
  const { searchParams } = new URL(link);
  const of = (name: string) => searchParams.get(name) ?? "";
  return { aud: of("client_id"), nonce: of("nonce"), state: of("state"), query: of("dcql_query") };
};

/** The answer as a wallet posts it. */
const form = (question: Question, presented: string) => ({
  state: asked(question).state,
  vp_token: JSON.stringify({ record: [presented] }),
});

const least = ["name", "passport_number"];

const testWith = (engine: (typeof engines)[number]) =>
  testOn(engine)
    .extend("record", ({ portal }) => addTestRecord(portal, admin))
    .extend("wallet", () => TestWallet.make())
    .extend("credential", async ({ portal, record, wallet }) =>
      wallet.takes(portal, (await holderOf(portal, record)).opened),
    );

describe.each(engines)("a visitor who asks a wallet on %s", (engine) => {
  const test = testWith(engine);

  test("sees the name and the number, whether they stand, once, and for ten minutes", async ({
    portal,
    record,
    wallet,
    credential,
  }) => {
    const question = askWallet(portal);
    expect(await readPresentation(portal, question.visitor)).toEqual({
      ...question,
      link: expect.any(String),
      answer: null,
    });
    const { aud, nonce, query } = asked(question);
    expect(aud).toBe(verifierName(portal.publicOrigin));
    expect(JSON.parse(query)).toMatchObject({
      credentials: [{ claims: [{ path: ["name"] }, { path: ["passport_number"] }] }],
    });
    const answer = form(question, await wallet.show(credential, least, { aud, nonce }));
    const posts = await Promise.allSettled(Array.from({ length: 5 }, () => takePresentation(portal, answer)));
    expect(posts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const read = await readPresentation(portal, question.visitor);
    expect(read?.answer).toMatchObject({ name: record.name, number: record.passportNumber, kinds: [], stands: true });
    const [stored] = await portal.database.read.selectFrom("presentation").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(record.name);
    await hideRecord(portal, admin, { id: record.id });
    expect((await readPresentation(portal, question.visitor))?.answer).toMatchObject({ stands: false, isOver: false });
    expect(await readPresentation(later(portal, 10 * minute), question.visitor)).toBeNull();
    await deleteOldPresentations(later(portal, 10 * minute));
    expect(await countRows(portal.database.read, "presentation")).toBe(0);
  });
});

describe("what has ended in a record that a wallet shows", () => {
  const test = testOn("sqlite");

  test("is told of what the visitor could look up by then, and under the policy code nothing is", async ({
    portal,
  }) => {
    const images = { visaPaper: await uploaded(portal, admin), medical: await uploaded(portal, admin) };
    const lastDays = { visaPaper: "2020-01-31", medical: "2020-03-01", ticket: "2199-12-31" };
    const record = await addTestRecord(portal, admin, { images, lastDays });
    const { opened } = await holderOf(portal, record);
    const wallet = await TestWallet.make();
    const credential = await wallet.takes(portal, opened);
    const question = askWallet(portal);
    await takePresentation(portal, form(question, await wallet.show(credential, least, asked(question))));
    const ended = async () => (await readPresentation(portal, question.visitor))?.answer?.ended;
    const policyIs = (lookupPolicy: LookupPolicy) => changeSettings(portal, admin, { change: { lookupPolicy } });
    const visa = { kind: "visaPaper", lastDay: "2020-01-31" };
    expect(await ended()).toEqual([visa]);
    await policyIs("guarded");
    expect(await ended()).toEqual([visa]);
    await policyIs("code");
    expect(await ended()).toBeNull();
    await policyIs("open");
    await holdBack(portal, opened, { kind: "visaPaper", isWithheld: true });
    expect((await readPresentation(portal, question.visitor))?.answer).toMatchObject({ stands: false, ended: null });
  });

  test("is told of a copy that is too old, and the time zone of its days where they may be others", async ({
    portal,
  }) => {
    const inZone = (timeZone: string) => changeSettings(portal, admin, { change: { timeZone } });
    await inZone("Pacific/Kiritimati");
    const images = { visaPaper: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { images, lastDays: { visaPaper: "2020-01-31" } });
    const wallet = await TestWallet.make();
    const credential = await wallet.takes(portal, (await holderOf(portal, record)).opened);
    const answerIn = async (days: number) => {
      const site = later(portal, days * 24 * 60 * minute);
      const question = askWallet(site);
      const iat = Math.floor(site.now() / 1000);
      await takePresentation(site, form(question, await wallet.show(credential, least, { ...asked(question), iat })));
      return (await readPresentation(site, question.visitor))?.answer;
    };
    const ended = [{ kind: "visaPaper", lastDay: "2020-01-31" }];
    expect(await answerIn(0)).toMatchObject({ stands: true, isOtherDay: true, ended });
    expect(await answerIn(100)).toMatchObject({ stands: false, isOver: true, isOtherDay: false, ended });
  });
});

describe("a wallet's answer", () => {
  const test = testWith("sqlite");

  type Made = { portal: Portal; question: Question; wallet: TestWallet; credential: string; recordId: string };
  const wrong: Record<string, (made: Made) => Promise<object>> = {
    "to another question": async ({ portal, question, wallet, credential }) => {
      const { aud, nonce } = asked(askWallet(portal));
      return form(question, await wallet.show(credential, least, { aud, nonce }));
    },
    "to another site": async ({ question, wallet, credential }) =>
      form(
        question,
        await wallet.show(credential, least, { ...asked(question), aud: verifierName("https://clone.example") }),
      ),
    "of another wallet": async ({ question, credential }) =>
      form(question, await (await TestWallet.make()).show(credential, least, asked(question))),
    "with a claim added afterwards": async ({ question, wallet, credential }) => {
      const shown = await wallet.show(credential, ["name"], asked(question));
      const [token = "", name = "", proof = ""] = shown.split("~");
      const number = credential.split("~").find((one) => Buffer.from(one, "base64url").includes("passport_number"));
      return form(question, [token, name, number, proof].join("~"));
    },
    "without the name": async ({ question, wallet, credential }) =>
      form(question, await wallet.show(credential, ["passport_number"], asked(question))),
    "without the number": async ({ question, wallet, credential }) =>
      form(question, await wallet.show(credential, ["name"], asked(question))),
    "that was shown long ago": async ({ question, wallet, credential }) =>
      form(question, await wallet.show(credential, least, { ...asked(question), iat: 1_700_000_000 })),
    "without its signature": async ({ question, wallet, credential }) =>
      form(question, (await wallet.show(credential, least, asked(question))).replace(/[^~]*$/, "")),
    "with a statement that is bound to no wallet": async ({ portal, question, wallet, recordId }) =>
      form(question, await wallet.show((await savedStatement(portal, recordId)) ?? "", least, asked(question))),
    "with a copy that it signed itself": async ({ question, wallet, credential }) => {
      const [, payload = ""] = credential.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
      const token = await wallet.sign("dc+sd-jwt", { ...claims });
      return form(question, await wallet.show(`${token}~`, [], asked(question)));
    },
    "with a key that was stolen": async ({ portal, question, wallet, credential }) => {
      const { keys } = await publicKeys(portal, portal.database.read, "statement");
      await revokeSigningKey(portal, commandLine, keys[0]?.kid ?? "", {
        origin: "localhost:3000/log",
        size: 0,
        root: "",
      });
      return form(question, await wallet.show(credential, least, asked(question)));
    },
    "without a state": async ({ question, wallet, credential }) => ({
      ...form(question, await wallet.show(credential, least, asked(question))),
      state: "",
    }),
    "with the visitor's own token as its state": async ({ question, wallet, credential }) => ({
      ...form(question, await wallet.show(credential, least, asked(question))),
      state: question.visitor,
    }),
    "that is no JSON": async ({ question }) => ({ ...form(question, ""), vp_token: "{" }),
    "with two copies": async ({ question, wallet, credential }) => {
      const shown = await wallet.show(credential, least, asked(question));
      return { ...form(question, ""), vp_token: JSON.stringify({ record: [shown, shown] }) };
    },
  };
  test.for(Object.entries(wrong))(
    "%s is refused, and the right one still counts",
    async ([, make], { portal, record, wallet, credential }) => {
      const question = askWallet(portal);
      const made = { portal, question, wallet, credential, recordId: record.id };
      const right = form(
        question,
        await wallet.show(credential, least, { aud: asked(question).aud, nonce: asked(question).nonce }),
      );
      await expect(takePresentation(portal, { ...(await make(made)) })).rejects.toMatchObject({
        code: "invalid_request",
      });
      expect((await readPresentation(portal, question.visitor))?.answer).toBeNull();
      if (make !== wrong["with a key that was stolen"]) await takePresentation(portal, right);
    },
  );

  test.for([
    [-30, false],
    [30, true],
  ] as const)(
    "of a copy that was taken back is told from an old one, %i minutes after its last day in UTC",
    async ([after, isOver], { portal, record, wallet, credential }) => {
      const dayMs = 24 * 60 * minute;
      await hideRecord(portal, admin, { id: record.id });
      const end = (Math.floor((portal.now() + 90 * dayMs) / dayMs) + 1) * dayMs;
      const site = later(portal, end + after * minute - portal.now());
      const question = askWallet(site);
      const { aud, nonce } = asked(question);
      const iat = Math.floor(site.now() / 1000);
      await takePresentation(site, form(question, await wallet.show(credential, least, { aud, nonce, iat })));
      expect((await readPresentation(site, question.visitor))?.answer).toMatchObject({ stands: false, isOver });
    },
  );

  test("that says no is taken as that, and a copy answers sixty times an hour", async ({
    portal,
    wallet,
    credential,
  }) => {
    const refused = askWallet(portal);
    await takePresentation(portal, { state: asked(refused).state, error: "access_denied" });
    expect((await readPresentation(portal, refused.visitor))?.answer).toBeNull();
    const answer = async () => {
      const question = askWallet(portal);
      const { aud, nonce } = asked(question);
      await takePresentation(portal, form(question, await wallet.show(credential, least, { aud, nonce })));
    };
    for (let answered = 0; answered < 60; answered += 1) await answer();
    await expect(answer()).rejects.toMatchObject({ id: "too-many-requests" });
  });

  test("is seen by the visitor who asked alone, and comes too late after ten minutes", async ({
    portal,
    wallet,
    credential,
  }) => {
    const question = askWallet(portal);
    const { aud, nonce, state } = asked(question);
    const answer = form(question, await wallet.show(credential, least, { aud, nonce }));
    await expect(takePresentation(later(portal, 10 * minute), answer)).rejects.toMatchObject({
      code: "invalid_request",
    });
    await takePresentation(portal, answer);
    for (const guess of [state, nonce, hash("sha256", nonce, "base64url"), askWallet(portal).visitor])
      expect((await readPresentation(portal, guess))?.answer ?? null).toBeNull();
  });
});
