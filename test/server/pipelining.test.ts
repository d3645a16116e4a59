import { hash } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage, Server } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { expect, test } from "vitest";
import { imageAddress } from "#core/images/image-links.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { uploaded } from "../support/documents.ts";
import { serveApi } from "../support/api.ts";
import { startSite } from "../support/site.ts";

type Published = { address: string; bytes: Buffer };

const { url, portal } = await startSite();
const images = await Promise.all(Array.from({ length: 2 }, publish));

/** An image with so much noise that no system buffer can hold all of it. */
async function grain(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 2000, height: 2800, channels: 3, background: "grey", noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function publish(): Promise<Published> {
  const workPermit = await uploaded(portal, admin, await grain());
  const { passportNumber } = await addTestRecord(portal, admin, { images: { workPermit } });
  const seen = await lookUpRecord(portal, { by: "passport", number: passportNumber });
  const [page] = seen?.documents.workPermit ?? [];
  if (!page || !seen) throw new Error("no image to look at");
  const { bytes } = await openImage(portal, { page: page.image, size: "reading", viewer: { grant: seen.imageGrant } });
  return { address: url + imageAddress(page.image, "reading", seen.imageGrant), bytes };
}

/** Resolves with the head of a response, whose body is still unread. */
async function begun({ address }: Published, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const asking = get(address, { headers, agent: false });
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return answer;
}

type Part = { image: Published; start: number; end: number };

const begunPart = ({ image, start, end }: Part) => begun(image, { range: `bytes=${start}-${end - 1}` });

/** Contains a hash, so that a failed comparison does not print megabytes. */
const summary = (status: number | undefined, bytes: Uint8Array) => ({ status, bytes: hash("sha256", bytes) });

const seenBy = async (answer: IncomingMessage) => summary(answer.statusCode, await buffer(answer));

/** Requests images on one connection and reads nothing. Together they are larger than all buffers of the system. */
function connectedBy(at: string, asked: readonly Published[]): Socket {
  const { hostname, port, host } = new URL(at);
  const socket = connect(Number(port), hostname);
  for (const { address } of asked) socket.write(`GET ${address.slice(url.length)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return socket;
}

/** Requests several images at a time, so that memory is freed and reused all the time. */
async function askForAll(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const seen = await Promise.all(images.map(async (image) => seenBy(await begun(image))));
    expect(seen).toEqual(images.map(({ bytes }) => summary(200, bytes)));
  }
}

test("a client that reads slowly gets the image that it requested, while other clients come and go", async () => {
  const asked = Array.from({ length: 4 }, () => images).flat();
  const slow = await Promise.all(asked.map((image) => begun(image)));
  const leaving = await Promise.all(asked.map((image) => begun(image)));
  for (const answer of leaving) answer.destroy();
  await askForAll(5);
  expect(await Promise.all(slow.map(seenBy))).toEqual(asked.map(({ bytes }) => summary(200, bytes)));
});

test("range requests return parts of the requested image", async () => {
  const starts = Array.from({ length: 10 }, (_, at) => at * 100_003);
  const asked = images.flatMap((image) => starts.map((start) => ({ image, start, end: start + 100_000 })));
  const [parts] = await Promise.all([
    Promise.all(asked.map(async (part) => seenBy(await begunPart(part)))),
    askForAll(3),
  ]);
  expect(parts).toEqual(asked.map(({ image, start, end }) => summary(206, image.bytes.subarray(start, end))));
});

test("a client that stops reading is cut off", async () => {
  const { promise: cutOff, resolve } = Promise.withResolvers<void>();
  await using api = await serveApi(portal, {
    stalledMs: 600,
    before: ({ socket }, _, next) => {
      socket.once("close", () => resolve());
      next();
    },
  });
  // The system sends some megabytes, even to a client that reads nothing.
  const asked = [...images, ...images];
  const unread = connectedBy(api.url, asked);
  await cutOff;
  let read = 0;
  unread.on("error", () => undefined);
  unread.on("data", (bytes) => (read += bytes.length));
  await once(unread, "close");
  expect(read).toBeLessThan(asked.reduce((sum, { bytes }) => sum + bytes.length, 0) / 2);
});

// A POST on a connection that was just closed is lost, and no client sends it again by itself.
test("an idle connection stays open longer than clients are told, for those that are busy", async () => {
  const buffers: number[] = [];
  await using api = await serveApi(portal, {
    before: ({ socket }, _, next) => {
      if ("server" in socket && socket.server instanceof Server) buffers.push(socket.server.keepAliveTimeoutBuffer);
      next();
    },
  });
  const { headers } = await fetch(api.url);
  expect(headers.get("keep-alive")).toBe("timeout=5");
  expect(buffers).toEqual([10_000]);
});
