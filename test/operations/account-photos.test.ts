import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { dayMs } from "#core/durations.ts";
import { openOwnPhoto, ownPhotoTime, readPhotos } from "#operations/accounts/photos.ts";
import { changeRole, deleteAccount } from "#operations/accounts/manage-accounts.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { verifyRows } from "#operations/upkeep/verify-rows.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import { freshAccount, openSession } from "../support/accounts/fresh-accounts.ts";
import { handmadePdf } from "../support/files/handmade-pdf.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { freshReceiver, onLoopback, trustLocalhost, type WebhookReceiver } from "../support/webhook-receiver.ts";

beforeAll(trustLocalhost);

const never = new AbortController().signal;
const machine = system("test");
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a5522d" } });
const portrait = await picture(400, 300)
  .withExif({ IFD0: { Artist: "Rahima" } })
  .jpeg()
  .toBuffer();

const read = (portal: Portal, cut = never) =>
  readPhotos(portal, { stopping: never, cut, report: (error) => expect.unreachable(String(error)) });

async function givesAddress(portal: Portal, id: string, photoURL: string | null): Promise<void> {
  const { cookie } = await openSession(portal, id);
  const caller = { headers: new Headers({ cookie }), clientAddress: "198.51.100.1" };
  await portal.accounts.changeProfile(caller, { name: "Rahima", photoURL });
}

/** A moderator with the address of a receiver, which answers with `portrait`. */
async function aModerator(portal: Portal, receiver: WebhookReceiver) {
  const clerk = await freshAccount(portal, "moderator");
  receiver.mood = () => [200, portrait];
  await givesAddress(portal, clerk.id, receiver.url);
  return clerk;
}

const testWith = (engine: (typeof engines)[number]) =>
  testOn(engine)
    .extend("receiver", () => freshReceiver())
    .extend("site", ({ portal }) => onLoopback(portal, resolve));

const resolve = async (host: string) => (host === "localhost" ? ["127.0.0.1", "10.0.0.7"] : ["127.0.0.1"]);

describe.each(engines)("the picture of a person with a role, on %s", (engine) => {
  const test = testWith(engine);

  test("is read once, made anew, and gone with its address, the role or the account", async ({ site, receiver }) => {
    const clerk = await aModerator(site, receiver);
    const student = await freshAccount(site, "student");
    await givesAddress(site, student.id, receiver.url);
    await read(site);
    await read(later(site, 2 * dayMs));
    expect(receiver.received.map(({ headers }) => Object.keys(headers).toSorted())).toEqual([
      ["connection", "host", "user-agent"],
    ]);
    const shown = await openOwnPhoto(site, clerk);
    expect(await sharp(shown ?? undefined).metadata()).toMatchObject({ format: "webp", width: 168, height: 168 });
    expect(shown?.includes("Rahima")).toBe(false);
    expect([await openOwnPhoto(site, student), await ownPhotoTime(site, student)]).toEqual([null, null]);
    expect(await verifyRows(site)).toEqual([]);

    await givesAddress(site, clerk.id, `${receiver.url}/2`);
    expect(await openOwnPhoto(site, clerk)).toBeNull();
    await read(site);
    expect(await ownPhotoTime(site, clerk)).not.toBeNull();
    await givesAddress(site, clerk.id, null);
    await read(site);
    expect(await rowById(site.database.read, "account_photo", clerk.id)).toBeUndefined();

    await givesAddress(site, clerk.id, receiver.url);
    await read(site);
    await changeRole(site, machine, { id: clerk.id, role: "student", why: "left", spared: [] });
    await read(site);
    expect(await rowById(site.database.read, "account_photo", clerk.id)).toBeUndefined();
    const other = await aModerator(site, receiver);
    await read(site);
    expect(await ownPhotoTime(site, other)).not.toBeNull();
    await deleteAccount(site, machine, { id: other.id, why: "left", spared: [] });
    expect(await rowById(site.database.read, "account_photo", other.id)).toBeUndefined();
    expect(receiver.received).toHaveLength(4);
  });
});

describe("an address", () => {
  const test = testWith("sqlite");

  test.for<[string, (receiver: WebhookReceiver) => unknown, asked: number]>([
    ["that is not found", (to) => (to.mood = 404), 1],
    [
      "of a drawing with a script",
      (to) => (to.mood = () => [200, "<svg xmlns='x'><script>alert(1)</script></svg>"]),
      1,
    ],
    ["without an end", (to) => (to.mood = "never ends"), 1],
    ["of more than 5 MB", (to) => (to.mood = () => [200, Buffer.concat([portrait, Buffer.alloc(5_000_001)])]), 1],
    ["of half a picture", (to) => (to.mood = () => [200, portrait.subarray(0, -500)]), 1],
    ["of a PDF", (to) => (to.mood = () => [200, handmadePdf([{ size: [300, 300], content: "0 0 9 9 re f" }])]), 1],
    ["of a line of pixels", async (to) => void (to.mood = await image(picture(1, 60_000))), 1],
    ["of too many pixels", async (to) => void (to.mood = await image(picture(10_000, 10_000))), 1],
    [
      "that leads inside",
      (to) => ((to.mood = "redirects"), (to.elsewhere = to.url.replace("hooks.example", "localhost"))),
      1,
    ],
    ["that leads to a page in clear", (to) => ((to.mood = "redirects"), (to.elsewhere = "http://127.0.0.1/x")), 1],
    ["that leads to itself", (to) => ((to.mood = "redirects"), (to.elsewhere = to.url)), 4],
  ])(
    "%s gives no picture, and is read again at the next sign-in, once a day",
    async ([, set, asked], { site, receiver }) => {
      const clerk = await aModerator(site, receiver);
      await set(receiver);
      for (const at of [0, 60_000, 2 * dayMs]) await read(later(site, at));
      expect([await ownPhotoTime(site, clerk), receiver.received.length]).toEqual([null, asked]);
      expect(receiver.answered).toBeLessThan(50_000_000);
      receiver.mood = () => [200, portrait];
      await openSession(later(site, 1000), clerk.id);
      await read(later(site, dayMs - 1000));
      expect(receiver.received).toHaveLength(asked);
      await read(later(site, dayMs + 1000));
      expect(await ownPhotoTime(site, clerk)).not.toBeNull();
    },
  );

  test("is not asked if its name has an address inside, nor if the account was changed past the program", async ({
    site,
    receiver,
  }) => {
    await aModerator(site, receiver);
    await read(onLoopback(site, async () => ["127.0.0.1", "10.0.0.7"]));
    const other = await aModerator(site, receiver);
    const forged = { photo_url: `${receiver.url}/forged` };
    await site.database.write((writer) => updateRow(writer, "person", other.id, forged));
    await read(site);
    expect(receiver.received).toHaveLength(0);
  });

  test("that is being read as the program ends is read again by the next one", async ({ site, receiver }) => {
    const clerk = await aModerator(site, receiver);
    const ending = new AbortController();
    receiver.mood = () => (ending.abort(), [200, portrait]);
    await read(site, ending.signal);
    expect(await rowById(site.database.read, "account_photo", clerk.id)).toBeUndefined();
    receiver.mood = () => [200, portrait];
    await read(site);
    expect(await ownPhotoTime(site, clerk)).not.toBeNull();
  });

  test("holds up nobody if it is none, as from a provider, or if its account was changed past the program", async ({
    site,
    receiver,
  }) => {
    const clerks = await Promise.all(Array.from({ length: 30 }, () => freshAccount(site, "moderator")));
    const [first, ...others] = clerks.map(({ id }) => id).toSorted();
    const last = others.pop();
    if (first === undefined || last === undefined) throw new Error("there are thirty");
    const gets = (id: string, photo_url: string) =>
      site.database.write((writer) => updateRow(writer, "person", id, { photo_url }));
    await site.database.write((writer) =>
      changeAccount(site, writer, first, () => updateRow(writer, "person", first, { photo_url: "https://%" })),
    );
    for (const id of others) await gets(id, `${receiver.url}/forged`);
    receiver.mood = () => [200, portrait];
    await givesAddress(site, last, receiver.url);
    await read(site);
    expect(await rowById(site.database.read, "account_photo", last)).toMatchObject({ has_image: 1 });
    expect(await rowById(site.database.read, "account_photo", first)).toMatchObject({ has_image: 0 });
  });

  test("that changes all the time is asked ten times a day", async ({ site, receiver }) => {
    const clerk = await aModerator(site, receiver);
    for (let change = 0; change < 15; change += 1) {
      await givesAddress(site, clerk.id, `${receiver.url}/${change}`);
      await read(site);
    }
    expect(receiver.received).toHaveLength(10);
    expect(await ownPhotoTime(site, clerk)).toBeNull();
  });

  test("whose person loses the role or the address while it is read leaves nothing", async ({ site, receiver }) => {
    const [loses, changes] = [await aModerator(site, receiver), await aModerator(site, receiver)];
    const meanwhile = onLoopback(site, async () => {
      await changeRole(site, machine, { id: loses.id, role: "student", why: "left", spared: [] });
      await givesAddress(site, changes.id, `${receiver.url}/2`);
      return ["127.0.0.1"];
    });
    await read(meanwhile);
    expect(receiver.received).toHaveLength(2);
    expect(await site.database.read.selectFrom("account_photo").selectAll().execute()).toEqual([]);
  });
});

const image = async (drawn: Sharp): Promise<() => [number, Buffer]> => {
  const bytes = await drawn.png().toBuffer();
  return () => [200, bytes];
};
