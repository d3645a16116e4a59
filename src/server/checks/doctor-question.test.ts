import { expect, test } from "vitest";
import { readConfig, trustedProxies } from "#config";
import { openKeyring } from "#sealing/keyring.ts";
import { sealToken } from "#sealing/token.ts";
import { answerToDoctor, doctorQuestion, readDoctorAnswer } from "./doctor-question.ts";

const keyring = openKeyring(["the secret of this site, long enough"]);
const strangers = openKeyring(["the secret of another site, as long"]);
const trusted = trustedProxies(readConfig({ TRUSTED_PROXIES: "10.0.0.1" }));

function asked(question?: string) {
  const headers = { "x-forwarded-for": "192.0.2.123, 203.0.113.9", ...(question && { "x-attestry-doctor": question }) };
  return answerToDoctor(keyring, trusted, { headers, socket: { remoteAddress: "::ffff:10.0.0.1" } }, async () => null);
}

test("the doctor learns what the server sees of its request, in an answer that nobody else can read", async () => {
  const answer = (await asked(doctorQuestion(keyring, Date.now()))) ?? "";
  expect(readDoctorAnswer(keyring, answer)).toEqual({
    client: "203.0.113.9",
    neighbour: "10.0.0.1",
    forwardedFor: "192.0.2.123, 203.0.113.9",
    at: expect.any(Number),
    backups: null,
  });
  expect(readDoctorAnswer(strangers, answer)).toBeNull();
  expect(Buffer.from(answer, "base64url").toString("latin1")).not.toContain("203.0.113.9");
});

test.each([
  ["there is no question", undefined],
  ["the question is noise", "x"],
  ["the question is sealed under another secret", doctorQuestion(strangers, Date.now())],
  ["the question is sealed for another purpose", sealToken(keyring, "records", Date.now())],
  ["the question contains no time", sealToken(keyring, "doctor-question", "now")],
  ["the question is two hours old", doctorQuestion(keyring, Date.now() - 2 * 60 * 60 * 1000)],
])("there is no answer if %s", async (_, question) => {
  expect(await asked(question)).toBeNull();
});
