import { request } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { readdir, readFile, rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { imageAddress } from "#core/images/image-links.ts";
import { hideRecord, decideOnRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { whenTestEnds } from "../support/portals.ts";
import { drawnDocument } from "../support/documents.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { startSite, startSiteProcess } from "../support/site.ts";

const key = "a key for other programs";
const { server, portal, environment } = await startSiteProcess({ UPLOAD_KEY: key });

const address = (more = "") => `${server.url}/images?key=${encodeURIComponent(key)}${more}`;
const formOf = (files: Record<string, Buffer | Buffer[]>): FormData => {
  const form = new FormData();
  for (const [field, some] of Object.entries(files)) {
    for (const file of [some].flat()) form.append(field, new Blob([new Uint8Array(file)]), "scan.jpg");
  }
  return form;
};
const send = (files: Record<string, Buffer | Buffer[]>, to = address()) =>
  fetch(to, { method: "POST", body: formOf(files) });

/** Begins an upload and returns the open request. The caller writes the first file. */
function beginUpload() {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const sending = request(address(), { method: "POST", headers });
  sending.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n');
  return sending;
}

const answerSchema = z.object({ data: z.object({ url: z.string(), id: z.string() }) });
const upload = async (file: Buffer) => answerSchema.parse(await (await send({ image: file })).json()).data;

const imagesKnown = async () =>
  (await portal.database.read.selectFrom("image").select("id").execute()).map(({ id }) => id).toSorted();

const uploadsUnderWay = () => readdir(`${environment["DATA_DIR"]}/temp`);

const nothingIsLeft = async () => {
  expect(await uploadsUnderWay()).toEqual([]);
  const blobs = (await Array.fromAsync(portal.blobs.list())).map(({ name }) => name.split(".")[0] ?? "");
  const rows = await portal.database.read.selectFrom("image").select("id").execute();
  expect(new Set(blobs)).toEqual(new Set(rows.map(({ id }) => id)));
};

describe("POST /images", () => {
  test("takes up to twelve files in one form, and answers for each file", async () => {
    const files = [await drawnDocument(), Buffer.from("no picture"), await drawnDocument()];
    const answer = await send({ image: files });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      error: { id: "unsupported-file" },
      images: [
        { data: { id: expect.any(String) } },
        { error: { id: "unsupported-file" } },
        { data: expect.anything() },
      ],
    });
    await nothingIsLeft();
  });

  test.each([
    ["nothing", async () => ({}), 400, "invalid"],
    ["an empty file", async () => ({ image: Buffer.alloc(0) }), 400, "empty-file"],
    // More data than arrives at once: if the server left the rest unread, the next request would fail.
    ["a field of another name", async () => ({ photo: Buffer.alloc(1_000_000) }), 400, "invalid"],
    ["a field without a name", async () => ({ "": await drawnDocument() }), 400, "invalid"],
    [
      "thirteen files",
      async () => ({ image: await Promise.all(Array.from({ length: 13 }, () => drawnDocument(20, 20))) }),
      413,
      "too-many-files",
    ],
    ["a file of sixteen megabytes", async () => ({ image: Buffer.alloc(16_000_000, 7) }), 413, "file-too-large"],
    ["text", async () => ({ image: Buffer.from("x".repeat(1000)) }), 415, "unsupported-file"],
    ["half a photo", async () => ({ image: (await drawnDocument()).subarray(0, 400) }), 422, "broken-file"],
  ] as const)("refuses %s with a message, and keeps nothing", async (_, files, status, id) => {
    const before = await imagesKnown();
    const answer = await send(await files());
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { id, message: expect.stringMatching(/^[A-Z].*\.$/) } });
    await nothingIsLeft();
    expect(await imagesKnown()).toEqual(before);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test.each([
    ["JSON", "application/json", "{}"],
    ["a form without a boundary", "multipart/form-data", "x"],
    ["a body without its boundary", "multipart/form-data; boundary=b", "no boundary here"],
    [
      "a form that is cut off",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nxyz',
    ],
    ["endless headers", "multipart/form-data; boundary=b", `--b\r\nX: ${"y".repeat(100_000)}`],
  ])("refuses %s", async (_, type, body) => {
    const answer = await fetch(address(), { method: "POST", headers: { "content-type": type }, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } });
    await nothingIsLeft();
  });

  test("refuses an upload that announces too many bytes, before they are sent", async () => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write(
      `POST /images?key=${encodeURIComponent(key)} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000000\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 .*"too-large"/s);
  });

  test(
    "cuts off a client that sends gigabytes in chunks, still answers it, and needs no more memory",
    { timeout: 60_000 },
    async () => {
      const before = await residentMegabytes();
      let highest = before;
      const sending = beginUpload();
      const heard = Promise.withResolvers<string>();
      sending.on("response", (answer) => heard.resolve(text(answer)));
      sending.on("error", () => heard.resolve(""));
      const chunk = Buffer.alloc(1_000_000);
      let sent = 0;
      let isOver = false;
      void heard.promise.then(() => (isOver = true));
      for (; sent < 5000 && !isOver && !sending.destroyed; sent += 1) {
        if (!sending.write(chunk)) await Promise.race([once(sending, "drain").catch(() => null), heard.promise]);
        if (sent % 10 === 0) highest = Math.max(highest, await residentMegabytes());
      }
      expect(await heard.promise).toContain("too-large");
      expect(sent).toBeLessThan(400);
      expect(highest - before).toBeLessThan(64);
      sending.destroy();
      await nothingIsLeft();
    },
  );

  test("keeps nothing of an upload whose client disconnects", async () => {
    const sending = beginUpload();
    sending.on("error", () => undefined);
    sending.write(await drawnDocument());
    await expect.poll(uploadsUnderWay).toHaveLength(1);
    sending.destroy();
    await expect.poll(uploadsUnderWay).toEqual([]);
    await nothingIsLeft();
  });
});

test("an upload that fails inside the server is answered with status 503 and logged", async () => {
  const failing = await startSite({ UPLOAD_KEY: key }, undefined, whenTestEnds);
  await rm(`${failing.environment["DATA_DIR"]}/temp`, { recursive: true });
  const answer = await send({ image: await drawnDocument() }, `${failing.url}/images?key=${encodeURIComponent(key)}`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { id: "unavailable" } });
  expect(failing.log).toContainEqual(expect.objectContaining({ level: "error", error: "unavailable" }));
});

describe("GET /images", () => {
  const published = async () => {
    const { id } = await upload(await drawnDocument(1000, 1400));
    const record = await addTestRecord(portal, admin, { images: { workPermit: id } });
    const seen = await lookUpRecord(portal, { by: "passport", number: record.passportNumber });
    const [page] = seen?.documents.workPermit ?? [];
    if (!page || !seen) throw new Error("no image to look at");
    return {
      record,
      grant: seen.imageGrant,
      url: server.url + imageAddress(page.image, "reading", seen.imageGrant),
    };
  };

  test("sends the image with headers that keep it private to the visitor", async () => {
    const { url } = await published();
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": 'inline; filename="work-permit-1.webp"',
      "cache-control": expect.stringMatching(/^private, max-age=\d+$/),
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, noimageindex",
      etag: expect.stringMatching(/^".+"$/),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1000, height: 1400 });
  });

  test("answers conditional requests with status 304, and range requests with parts", async () => {
    const { url } = await published();
    const whole = await fetch(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const ask = (headers: Record<string, string>) => fetch(url, { headers });
    expect((await ask({ "if-none-match": String(whole.headers.get("etag")) })).status).toBe(304);
    const part = await ask({ range: "bytes=10-19" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 10-19/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    expect(Buffer.from(await (await ask({ range: "bytes=-5" })).arrayBuffer())).toEqual(bytes.subarray(-5));
    expect((await ask({ range: `bytes=${bytes.length}-` })).status).toBe(416);
    for (const range of ["bytes=5-2", "lines=1-2", "bytes=0-1,3-4", "bytes=-"]) {
      expect((await ask({ range })).status).toBe(200);
    }
    expect((await ask({ range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
  });

  test("gives nothing once the record is hidden, nor with an expired, changed or missing signature", async () => {
    const { url, record, grant } = await published();
    const answers = async (link: string) => {
      const answer = await fetch(link);
      return { status: answer.status, body: await answer.text() };
    };
    const missing = await answers(url.replace(/images\/[0-9a-f]{8}/, "images/00000000"));
    expect(missing).toMatchObject({ status: 404 });
    expect(await answers(url.replace("signature=", "signature=x"))).toEqual(missing);
    expect(await answers(url.replace(String(grant.until), String(grant.until + 600_000)))).toEqual(missing);
    expect(await answers(url.split("?")[0] ?? "")).toEqual(missing);
    const { search: ofAnother } = new URL((await published()).url);
    expect(await answers(`${url.split("?")[0]}${ofAnother}`)).toEqual(missing);
    expect(await answers(url.replace("-1/2000", "-2/2000"))).toEqual(missing);
    expect(await answers(url.replace("/2000", "/99999"))).toEqual(missing);
    await hideRecord(portal, admin, { id: record.id });
    expect(await answers(url)).toEqual(missing);
  });

  test("shows staff the images of hidden and denied records with their session cookie alone", async () => {
    const { url, record } = await published();
    const bare = url.split("?")[0] ?? "";
    const shown = Buffer.from(await (await fetch(url)).arrayBuffer());
    const { cookie } = await signedIn(portal, server.url, "admin");
    await hideRecord(portal, admin, { id: record.id });
    await decideOnRecord(portal, admin, { id: record.id }, "deny");
    const answer = await fetch(bare, { headers: { cookie } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(shown);
  });

  test("gives no original, whatever the width in the URL", async () => {
    const { url } = await published();
    for (const width of ["original", "0", "2000/../original", "%2e%2e"]) {
      expect((await fetch(url.replace("/2000", `/${width}`))).status).toBe(404);
    }
  });
});

async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, "utf8").catch(() => "VmRSS: 0");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
