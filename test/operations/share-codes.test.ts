import { describe, expect } from "vitest";
import sharp from "sharp";
import { isPortalError } from "#core/errors.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { bindByCard } from "#operations/holders/holder-page.ts";
import {
  deleteOldShareCodes,
  endShareCode,
  endShareCodesOfRecord,
  makeShareCode,
  ownShareCodes,
} from "#operations/holders/share-codes.ts";
import { askByShareCode, openSharedImage, readShared } from "#operations/holders/use-share-code.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { openLookupState } from "#operations/lookup-log/lookup-state.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord, deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { keyOfSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { shareCodeHash } from "#sealing/keyed-hashes.ts";
import { admin as someAdmin, otherModerator, commandLine } from "../support/accounts/people.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { cardForm, freshClient, holderOf } from "../support/holders.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, later, openForTest, sharedTest, testOn } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";

const hour = 60 * 60_000;
const day = 24 * hour;

const wish = (different: Record<string, string> = {}) => ({
  whom: "employer",
  words: "For the new job",
  days: "7",
  uses: "3",
  [sharesField("workPermit")]: "on",
  ...different,
});

let visitors = 0;
/** Returns a visitor from another network at each call. */
function visitor() {
  visitors += 1;
  return { address: `10.${visitors >> 8}.${visitors & 255}.1`, channel: "web" } as const;
}

/** Returns what a visitor with the code sees, or null. */
async function shown(portal: Portal, code: string, name = "Rahim") {
  const outcome = await askByShareCode(portal, { code, name }, visitor());
  if (outcome.kind === "found") return outcome.hit;
  expect(outcome).toEqual({ kind: "none" });
  return null;
}

const codesOf = async (portal: Portal, opened: Parameters<typeof ownShareCodes>[1]) =>
  (await ownShareCodes(portal, opened)).codes;

const idOf = (error: unknown) => (isPortalError(error) ? error.id : "another error");

const testWith = (engine: Engine) =>
  sharedTest[engine]
    .extend("record", async ({ portal, admin }) => {
      const images = {
        workPermit: await uploaded(portal, admin, await drawnDocument(900, 700)),
        visaPaper: await uploaded(portal, admin),
      };
      return add(portal, admin, { name: "Md. Rahim Uddin", images });
    })
    .extend("opened", async ({ portal, record }) => (await holderOf(portal, record)).opened);

describe.each(engines)("on %s", (engine) => {
  const test = testWith(engine);

  describe("a share code", () => {
    test("shows what its holder chose, as often as they allowed, and shows them the days of its use", async ({
      portal,
      record,
      opened,
    }) => {
      const made = await makeShareCode(portal, opened, wish());
      expect(made.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{3}(-[2-9A-HJKMNP-TV-Z]{3}){2}$/);
      expect(made.firstName).toBe("Rahim");
      const seen = await shown(portal, made.code.toLowerCase().replaceAll("-", " "), "MD RAHIM");
      expect(seen?.share).toEqual({ whom: "employer", words: "For the new job", endsAt: made.endsAt });
      expect(seen?.record).toMatchObject({
        name: record.name,
        passportNumber: record.passportNumber,
        fatherName: "",
        motherName: "",
        address: "",
      });
      expect(Object.keys(seen?.record.documents ?? {})).toEqual(["workPermit"]);
      for (let times = 0; times < 2; times += 1) expect(await shown(portal, made.code)).not.toBeNull();
      expect(await shown(portal, made.code)).toBeNull();

      const [own] = await codesOf(portal, opened);
      expect(own).toMatchObject({ uses: 3, maxUses: 3, whom: "employer", kinds: ["workPermit"], hasEnded: false });
      expect(own?.usedDays).toHaveLength(3);
      const stored = await portal.database.read.selectFrom("share_code").selectAll().execute();
      expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${made.code.replaceAll("-", "")}|new job|employer`));
    });

    test.for([
      ["Mst. Fatema Begum", "Fatema", ["Fatema", "mst fatema", "FATEMA Begum"]],
      ["Mohammad José Rahim", "José", ["Jose", "Mohammad José", "Md. José"]],
      ["Sai Krishna Rao", "Krishna", ["Krishna", "Sai Krishna"]],
    ] as const)("of %s goes with the first name %s, typed as %s", async ([name, first, typed], { portal, admin }) => {
      const { opened } = await holderOf(portal, await add(portal, admin, { name }));
      const made = await makeShareCode(portal, opened, wish());
      expect(made.firstName).toBe(first);
      for (const one of typed) expect(await shown(portal, made.code, one)).not.toBeNull();
      expect(await shown(portal, made.code, name.split(" ")[0])).toBeNull();
    });

    test("that 1.1 made for a title is opened by it", async ({ portal, admin }) => {
      const record = await add(portal, admin, { name: "Mst. Fatema Begum" });
      const { opened } = await holderOf(portal, record);
      await makeShareCode(portal, opened, wish());
      const code = "222333444";
      const code_hash = shareCodeHash(await keyOfSettings(portal), portal.registry, code, "mst");
      await portal.database.write((writer) =>
        writer.updateTable("share_code").set({ code_hash }).where("holder_id", "=", opened.id).execute(),
      );
      expect(await shown(portal, code, "Mst. Fatema")).not.toBeNull();
      expect(await shown(portal, code, "Fatema")).toBeNull();
    });

    test("with one use left answers only one of a hundred requests at once", async ({ portal, opened }) => {
      const { code } = await makeShareCode(portal, opened, wish({ uses: "1" }));
      const crowd = {
        ...portal,
        lookups: openLookupState({ ...lookupLimits, calmMisses: 10_000, freeWrongNames: 10_000 }, () => "UTC"),
      };
      const answers = await Promise.allSettled(Array.from({ length: 100 }, () => shown(crowd, code)));
      const kinds = answers.map((one) => {
        if (one.status === "rejected") return idOf(one.reason);
        return one.value === null ? "nothing" : "shown";
      });
      expect(kinds.filter((kind) => kind === "shown")).toHaveLength(1);
      // Some requests may fail because the database is busy for too long.
      expect(new Set(kinds)).toEqual(new Set(["shown", "nothing", ...kinds.filter((kind) => kind === "unavailable")]));
      expect(await codesOf(portal, opened)).toMatchObject([{ uses: 1 }]);
    });
  });
});

// One engine is enough: these queries are the same on both.
describe("on SQLite", () => {
  const test = testWith("sqlite");

  test("staff see the number of a record's share codes and can end them all", async ({
    portal,
    admin,
    record,
    opened,
  }) => {
    const { code } = await makeShareCode(portal, opened, wish());
    await makeShareCode(portal, opened, wish());
    expect((await readHolder(portal, admin, record.id)).codes).toBe(2);
    await expect(endShareCodesOfRecord(portal, otherModerator, { id: record.id })).rejects.toMatchObject({
      id: "not-found",
    });
    expect(await endShareCodesOfRecord(portal, admin, { id: record.id })).toEqual({ modified: 1 });
    expect([await shown(portal, code), (await readHolder(portal, admin, record.id)).codes]).toEqual([null, 0]);
    expect(await endShareCodesOfRecord(portal, admin, { id: record.id })).toEqual({ modified: 0 });
    const [event] = (await auditTrail(portal, admin, "candidate", record.id)).filter(
      ({ action }) => action === "share-codes-revoked",
    );
    expect(event).toMatchObject({ actor: admin.id });
  });

  describe("a share code", () => {
    test("is limited to twenty for each holder, and ended ones are kept for 30 days", async ({ portal, opened }) => {
      const made = await Promise.allSettled(Array.from({ length: 22 }, () => makeShareCode(portal, opened, wish())));
      expect(
        made
          .map((one) => (one.status === "rejected" ? idOf(one.reason) : "made"))
          .toSorted()
          .slice(-3),
      ).toEqual(["made", "too-many-codes", "too-many-codes"]);
      await deleteOldShareCodes(later(portal, 37 * day - hour));
      expect(await codesOf(portal, opened)).toHaveLength(20);
      await deleteOldShareCodes(later(portal, 37 * day + hour));
      expect(await codesOf(portal, opened)).toEqual([]);
    });

    test("can be created and ended only on the open page of its holder, and the next holder has none of them", async ({
      portal,
      admin,
      record,
      opened,
    }) => {
      const { code } = await makeShareCode(portal, opened, wish());
      const other = (await holderOf(portal, await add(portal, admin))).opened;
      const [own] = await codesOf(portal, opened);
      await endShareCode(portal, other, own?.id ?? "");
      await expect(endShareCode(portal, opened, "\0")).rejects.toMatchObject({ id: "not-found" });
      for (const stranger of [
        { ...opened, secret: "x" },
        { id: other.id, secret: opened.secret },
      ])
        for (const attempt of [
          () => makeShareCode(portal, stranger, wish()),
          () => endShareCode(portal, stranger, own?.id ?? ""),
          () => ownShareCodes(portal, stranger),
        ])
          await expect(attempt()).rejects.toMatchObject({ id: "not-found" });
      expect(await shown(portal, code)).not.toBeNull();

      const card = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" })) ?? "";
      const inTime = later(portal, 73 * hour);
      const next = await bindByCard(inTime, cardForm(card), freshClient());
      expect(await codesOf(inTime, next.opened)).toEqual([]);
      expect(await shown(inTime, code)).toBeNull();
      const actions = (await auditTrail(portal, admin, "candidate", record.id)).map(({ action }) => action);
      expect(actions).toContain("share-code-made");
      expect(actions).not.toContain("share-code-revoked");
    });

    test("shows nothing that strangers may not see, and is deleted with the record", async ({
      portal,
      admin,
      record,
      opened,
    }) => {
      const { code } = await makeShareCode(portal, opened, wish({ uses: "100" }));
      const seen = await shown(portal, code);
      const token = seen?.record.imageGrant.signature ?? "";
      for (const change of [
        () => hideRecord(portal, admin, { id: record.id }),
        () => decideOnRecord(portal, admin, { id: record.id }, "deny"),
        () => deleteRecord(portal, admin, { id: record.id }),
      ]) {
        await change();
        expect([await shown(portal, code), await readShared(portal, token)]).toEqual([null, null]);
      }
      const left = portal.database.read.selectFrom("share_code").select("id").where("holder_id", "=", opened.id);
      expect(await left.execute()).toEqual([]);
    });
    test.for([
      ["another code", { code: "777-777-777" }],
      ["no code", { code: "a code" }],
      ["another name", { name: "Karim" }],
      ["no name", { name: "" }],
      ["after its days", { after: 7 * day }],
      ["in another registry", { registry: "another" }],
      ["once ended", { ends: true }],
    ] as [string, { code?: string; name?: string; after?: number; registry?: string; ends?: true }][])(
      "shows nothing in this case: %s",
      async ([, { code, name, after = 0, registry, ends }], { portal, opened }) => {
        const made = await makeShareCode(portal, opened, wish({ uses: "1" }));
        if (ends) await endShareCode(portal, opened, (await codesOf(portal, opened))[0]?.id ?? "");
        const where = { ...later(portal, after), registry: registry ?? portal.registry };
        expect(await shown(where, code ?? made.code, name)).toBeNull();
      },
    );

    test("cannot be guessed faster than a number or the name to a number", async ({ portal, opened }) => {
      const { code } = await makeShareCode(portal, opened, wish());
      const alone = { ...portal, lookups: openLookupState(lookupLimits, () => "UTC") };
      const from = visitor();
      const guess = async (name: string) => (await askByShareCode(alone, { code: "777-777-777", name }, from)).kind;
      expect([await guess("Rahim"), await guess("Karim"), await guess("Jamal")]).toEqual(["none", "none", "none"]);
      // The same name in another order, or with a title, is the same guess.
      for (const name of ["Kamal Uddin", "Md. Uddin Kamal", "Nasir"]) await guess(name);
      // Wrong names for one code need a proof sooner than wrong codes.
      expect(await guess("Salam")).toBe("needs-proof");
      expect((await askByShareCode(alone, { code, name: "Rahim" }, from)).kind).toBe("found");
      for (let times = 0; times < 30; times += 1) await askByShareCode(alone, { code: "a code", name: "Rahim" }, from);
      expect((await askByShareCode(alone, { code, name: "Rahim" }, from)).kind).toBe("needs-proof");
    });

    test.for([
      [{ whom: "" }, { whom: "unknown-choice" }],
      [{ days: "91" }, { days: "unknown-choice" }],
      [{ uses: "0" }, { uses: "unknown-choice" }],
      [{ words: "w".repeat(41) }, { words: "too-long" }],
      [{ words: "see evil.example" }, { words: "plain-words" }],
      [{ words: "https://evil" }, { words: "plain-words" }],
      [{ words: "<b>boss</b>" }, { words: "plain-words" }],
      [{ words: "[boss](x)" }, { words: "plain-words" }],
      [{ words: "a@b" }, { words: "plain-words" }],
      [{ words: `box${"\u0301".repeat(5)}` }, { words: "plain-words" }],
      [{ words: "boss\u2024com" }, { words: "plain-words" }],
    ] as const)("is not created from %o", async ([different, fields], { portal, opened }) => {
      await expect(makeShareCode(portal, opened, wish(different))).rejects.toMatchObject({ fields });
    });

    test("keeps words in any script, without characters that change the direction of writing", async ({
      portal,
      opened,
    }) => {
      await makeShareCode(portal, opened, wish({ words: "নতুন চাকরির জন্য।" }));
      await makeShareCode(portal, opened, wish({ words: "the\u202E boss" }));
      expect((await codesOf(portal, opened)).map(({ words }) => words).toSorted()).toEqual([
        "the boss",
        "নতুন চাকরির জন্য।",
      ]);
    });
  });

  describe("the images of a share code", () => {
    test("are marked, belong only to shared documents, and end with the code", async ({ portal, record, opened }) => {
      const { code } = await makeShareCode(portal, opened, wish());
      const seen = await shown(portal, code);
      const { imageGrant } = seen?.record ?? {};
      const token = imageGrant?.signature ?? "";
      const page = record.documents.workPermit?.[0]?.image ?? "";
      const other = record.documents.visaPaper?.[0]?.image ?? "";
      const asked = { page, size: "reading", token } as const;

      const marked = await openSharedImage(portal, asked);
      const { format, width, height } = await sharp(marked.bytes).metadata();
      expect({ format, width, height, name: marked.name }).toEqual({
        format: "jpeg",
        width: 900,
        height: 700,
        name: "workPermit-1",
      });
      // The page has one colour, so all differences are marks. Each quarter of the page has some.
      for (const [left, top] of [
        [0, 0],
        [450, 0],
        [0, 350],
        [450, 350],
      ] as const) {
        const part = sharp(await sharp(marked.bytes).extract({ left, top, width: 450, height: 350 }).png().toBuffer());
        // Where the page is as red as the marks, they differ from it in green and blue only.
        const { channels } = await part.stats();
        expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(1);
      }

      await expect(openSharedImage(portal, { ...asked, page: other })).rejects.toMatchObject({ id: "not-found" });
      await expect(openSharedImage(portal, { ...asked, token: `${token}A` })).rejects.toMatchObject({
        id: "link-expired",
      });
      const grant = { until: imageGrant?.until ?? 0, signature: token };
      await expect(openImage(portal, { page, size: "reading", viewer: { grant } })).rejects.toMatchObject({
        id: "not-found",
      });
      await expect(openSharedImage(later(portal, hour), asked)).rejects.toMatchObject({ id: "link-expired" });

      // The code is ended while the marks are drawn.
      const [own] = await codesOf(portal, opened);
      const drawings = {
        ...portal.drawings,
        draw: async (drawing: Parameters<Portal["drawings"]["draw"]>[0]) => {
          await endShareCode(portal, opened, own?.id ?? "");
          return portal.drawings.draw(drawing);
        },
      };
      await expect(openSharedImage({ ...portal, drawings }, asked)).rejects.toMatchObject({ id: "link-expired" });
    });
  });
});

describe("share codes", () => {
  const test = testOn("sqlite");

  test("do not show a kind of document that the operator stopped showing, and survive a new SECRET", async ({
    environment,
  }) => {
    const [older, newer] = ["an older secret of at least 32 characters", "a newer secret of at least 32 characters"];
    const before = await openForTest({ ...environment, SECRET: older });
    const images = { workPermit: await uploaded(before, someAdmin), visaPaper: await uploaded(before, someAdmin) };
    const { id } = await add(before, someAdmin, { name: "Rahim Uddin", images });
    const { opened } = await holderOf(before, { id });
    const { code } = await makeShareCode(before, opened, wish({ [sharesField("visaPaper")]: "on" }));
    await rotateKeys(await openForTest({ ...environment, SECRET: `${newer},${older}` }), commandLine);

    const portal = await openForTest({ ...environment, SECRET: newer });
    const kinds = async () => Object.keys((await shown(portal, code))?.record.documents ?? {}).toSorted();
    expect(await kinds()).toEqual(["visaPaper", "workPermit"]);
    await changeSettings(portal, someAdmin, { change: { shownKinds: ["visaPaper"] } });
    expect(await kinds()).toEqual(["visaPaper"]);
  });
});
