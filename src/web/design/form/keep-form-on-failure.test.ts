import { redirect, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { keepFormOnFailure } from "./keep-form-on-failure.tsx";

const sentWith = (form: Record<string, string>) =>
  new Request("https://agency.example/form", { method: "POST", body: new URLSearchParams(form) });
const failsWith = (error: unknown, form = { do: "add" }) =>
  keepFormOnFailure({
    request: sentWith(form),
    serverAction: async () => {
      throw error;
    },
  });
const answered = (status: number) => new ErrorResponse(status, "", null);

test("an answer is passed on", async () => {
  expect(await keepFormOnFailure({ request: sentWith({}), serverAction: async () => "saved" })).toBe("saved");
});

test.each([
  ["no answer", new TypeError("Failed to fetch"), { why: "no-connection" }],
  ["half an answer", new Error("Unable to decode"), { why: "failed" }],
  ["a database that is away", answered(503), { why: "failed" }],
  ["too much at once", answered(429), { why: "failed" }],
  ["too long a form", answered(413), { why: "too-large" }],
  ["the sign-in", redirect("/login?from=%2Flist"), { why: "signed-out", to: "/login?from=%2Flist" }],
  ["the proof", redirect("/prove-again?from=%2Flist"), { why: "unproved", to: "/prove-again?from=%2Flist" }],
])("%s lets the page stay, and is named", async (_, error, failure) => {
  expect(await failsWith(error)).toMatchObject({ data: { failure }, init: { status: 503 } });
});

test.each([
  ["a page that was saved", redirect("/dashboard/classes")],
  ["what is not there any more", answered(404)],
])("%s is shown", async (_, error) => {
  await expect(failsWith(error)).rejects.toBe(error);
});

test.each([
  ["a page elsewhere", redirect("/dashboard")],
  ["what is not there any more", answered(404)],
])("what was sent by itself is not left for %s", async (_, error) => {
  const stays = { data: { failure: { why: "failed" } }, init: { status: 503 } };
  expect(await failsWith(error, { do: "keep" })).toMatchObject(stays);
});
