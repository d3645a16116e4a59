import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { admin } from "../support/accounts/people.ts";
import { asJson, signedIn, type SignedInPerson } from "../support/accounts/signed-in.ts";
import { sentRecord } from "../support/api.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { whenFileEnds } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { type S3Mood, S3Server } from "../support/s3-server.ts";
import { startSiteProcess } from "../support/site.ts";

const s3 = await new S3Server().start();
whenFileEnds(() => s3[Symbol.asyncDispose]());
const { server, url, portal } = await startSiteProcess({ BLOB_URL: s3.url({ prefix: "/site" }) });
const asAdmin = await signedIn(portal, url, "admin");
const asModerator = await signedIn(portal, url, "moderator");

const bearer = ({ token }: SignedInPerson) => ({ authorization: `Bearer ${token}` });

async function upload(): Promise<Response> {
  const body = new FormData();
  body.append("image", new Blob([new Uint8Array(await drawnDocument())]), "scan.jpg");
  return fetch(`${url}/images`, { method: "POST", headers: bearer(asModerator), body });
}

const lookUp = (number: string) => fetch(url, { method: "POST", body: new URLSearchParams({ number }) });

/** The URL of the first image on the page that a visitor gets. */
async function imageFor(number: string): Promise<string> {
  const [, address = ""] = /"(\/images\/[^"]+)"/.exec(await (await lookUp(number)).text()) ?? [];
  return url + address.replaceAll("&amp;", "&");
}

const uploadSchema = z.object({ data: z.object({ url: z.string(), id: z.string() }) });
const addedSchema = z.object({ insertedId: z.string() });

test("an upload is approved, seen by a visitor, deleted, and removed from S3", async () => {
  const { data } = uploadSchema.parse(await (await upload()).json());
  const keys = async () => (await s3.keys()).filter((key) => key.includes(data.id));
  expect(await keys()).toHaveLength(3);
  const record = sentRecord({ Doc_3_PC: data.url });
  const call = (method: string, path: string, as: SignedInPerson, body: unknown = {}) =>
    fetch(url + path, asJson(method, body, bearer(as)));
  const { insertedId } = addedSchema.parse(await (await call("POST", "/cofees", asModerator, record)).json());
  expect((await call("PATCH", `/user_data/Approved_or_Deny/${insertedId}`, asAdmin)).status).toBe(200);
  const address = await imageFor(String(record["id"]));
  s3.requests.length = 0;
  const image = await fetch(address);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/webp"]);
  // The copy of the log's checkpoint is written at its own times.
  const asked = s3.requests.filter((request) => !request.includes("/log_"));
  expect(asked.map((request) => request.split(" ")[0])).toEqual(["GET"]);
  expect((await call("DELETE", `/delete_User/${insertedId}`, asAdmin)).status).toBe(200);
  expect(await keys()).toEqual([]);
  expect((await fetch(address)).status).toBe(404);
});

/**
 * The status of an answer, or a text if the answer was late. An upload takes longer: it is decoded before it is stored.
 */
async function statusOf(asked: Promise<Response>, withinMs = 3000): Promise<number | string> {
  const start = performance.now();
  const answer = await asked;
  await answer.arrayBuffer();
  const ms = Math.round(performance.now() - start);
  return ms < withinMs ? answer.status : `${answer.status} after ${ms} ms`;
}

const { id, passportNumber } = await addTestRecord(portal, admin, {
  images: { workPermit: await uploaded(portal, admin), lmia: await uploaded(portal, admin) },
});
const image = await imageFor(passportNumber);

async function take(mood: S3Mood | "is gone"): Promise<void> {
  if (mood === "is gone") await s3.stop();
  else s3.mood = mood;
}

async function comeBack(): Promise<void> {
  s3.mood = "serves";
  await s3.stop();
  await s3.start();
}

afterEach(comeBack);

describe.each<[S3Mood | "is gone"]>([
  ["is gone"],
  ["says nothing"],
  ["is slow"],
  ["cuts answers"],
  ["asks to slow down"],
])("while S3 %s", (mood) => {
  test("images and uploads are answered with status 503 in time, and everything else works", async () => {
    expect(await statusOf(upload())).toBe(201);
    await take(mood);
    const [seen, stored, found, page] = await Promise.all([
      statusOf(fetch(image)),
      statusOf(upload(), 4000),
      statusOf(lookUp(passportNumber)),
      statusOf(fetch(`${url}/About`)),
    ]);
    expect({ seen, stored, found, page }).toEqual({ seen: 503, stored: 503, found: 200, page: 200 });
    if (mood !== "is gone") expect(await s3.connections()).toBeLessThanOrEqual(8);
    await comeBack();
    expect(await statusOf(fetch(image))).toBe(200);
  });
});

test("the site is not ready while S3 is down, and ready within ten seconds after S3 is back", async () => {
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  await s3.stop();
  await expect.poll(ready, { timeout: 10_000 }).toBe(503);
  await s3.start();
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
});

test("a record is deleted although S3 does not answer; its images open no more, and are removed later", async () => {
  s3.mood = "says nothing";
  const deleting = fetch(`${url}/delete_User/${id}`, { method: "DELETE", headers: bearer(asAdmin) });
  expect(await statusOf(deleting)).toBe(200);
  await comeBack();
  expect((await fetch(image)).status).toBe(404);
  await sweepAllImages({ ...portal, now: () => Date.now() + 2 * 24 * 3_600_000 });
  // The copy of the log's checkpoint is written from time to time, and remains.
  expect((await s3.keys()).filter((key) => !key.startsWith("site/log_"))).toEqual([]);
});

test("a backup retries a document longer than a visitor's request does", async () => {
  await addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });
  // More failures than one request retries.
  let failures = 6;
  s3.mood = () => ((failures -= 1) < 0 ? "serves" : "fails");
  await using target = await openFilesystemBlobs(`${s3.folder}-backups`);
  const { manifest } = await makeBackup(portal, target);
  expect(manifest.documents).toMatchObject({ images: 1, missing: [] });
  expect(failures).toBeLessThan(0);
});

test("the log contains the error code and the request id of S3, and no key", async () => {
  await expect
    .poll(() => server.log)
    .toContainEqual(
      expect.objectContaining({
        error: "unavailable",
        cause: "S3Failure 503 SlowDown",
        requestId: expect.stringMatching(/^request-/),
      }),
    );
  expect(JSON.stringify([server.log, server.errors()])).not.toMatch(/s\/e\+c|s%2Fe|ATTESTRY/);
});
