import { createSocket } from "node:dgram";
import { once } from "node:events";
import { lookup } from "node:dns/promises";
import { expect, onTestFinished, test } from "vitest";
import { addressesInDns, addressIn, publicTargets, targetsForOrganisations } from "./targets.ts";

const address = [203, 0, 114, 7];

/** A name server on this machine that knows one address, and says it once it may. */
async function nameServer(mayAnswer: Promise<void>) {
  const socket = createSocket("udp4");
  onTestFinished(() => void socket.close());
  let asked = 0;
  socket.on("message", (question, from) => {
    asked += 1;
    void mayAnswer.then(() => socket.send(responseTo(question), from.port, from.address));
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { servers: [`127.0.0.1:${socket.address().port}`], asked: () => asked };
}

const ofIPv4 = 1;

function responseTo(question: Buffer): Buffer {
  const endOfName = question.indexOf(0, 12);
  const response = Buffer.from(question.subarray(0, endOfName + 5));
  const isKnown = question.readUInt16BE(endOfName + 1) === ofIPv4;
  response.writeUInt16BE(0x8180, 2);
  response.writeUInt16BE(isKnown ? 1 : 0, 6);
  response.writeUInt32BE(0, 8);
  const record = [0xc0, 12, 0, ofIPv4, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
  return isKnown ? Buffer.concat([response, Buffer.from(record)]) : response;
}

test("names whose name servers hang, given by organisations, keep no other name waiting", async () => {
  const { promise, resolve: answers } = Promise.withResolvers<void>();
  const { servers, asked } = await nameServer(promise);
  const names = Array.from({ length: 8 }, (_, at) => `hangs-${at}.example`);
  let found = 0;
  const given = names.map((name) => addressesInDns(name, servers).finally(() => (found += 1)));
  await expect.poll(asked).toBeGreaterThanOrEqual(names.length);
  await lookup("localhost");
  expect(found).toBe(0);
  answers();
  expect(await Promise.all(given)).toEqual(names.map(() => [address.join(".")]));
});

test("what an organisation gave is asked of DNS, and every address has to be public", async () => {
  const found = { organisation: ["203.0.114.7", "10.0.0.1"], system: ["203.0.114.7"] };
  const resolve = async (_host: string, by: "organisation" | "system" = "system") => found[by];
  const targets = { ...publicTargets, resolve };
  expect(await addressIn(targets, "hooks.example")).toEqual({ address: "203.0.114.7" });
  expect(await addressIn(targetsForOrganisations(targets), "hooks.example")).toBe("address");
  expect(await publicTargets.resolve("203.0.114.9", "organisation")).toEqual(["203.0.114.9"]);
});
