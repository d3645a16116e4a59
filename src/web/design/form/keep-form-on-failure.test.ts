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

test("the server's answer is returned unchanged", async () => {
  expect(await keepFormOnFailure({ request: sentWith({}), serverAction: async () => "saved" })).toBe("saved");
});

test.each([
  ["a missing response", new TypeError("Failed to fetch"), { why: "no-connection" }],
  ["an incomplete response", new Error("Unable to decode"), { why: "failed" }],
  ["an unavailable database", answered(503), { why: "failed" }],
  ["too many requests", answered(429), { why: "failed" }],
  ["a form that is too large", answered(413), { why: "too-large" }],
  ["a redirect to sign-in", redirect("/login?from=%2Flist"), { why: "signed-out", to: "/login?from=%2Flist" }],
  ["a redirect to proof", redirect("/prove-again?from=%2Flist"), { why: "unproved", to: "/prove-again?from=%2Flist" }],
])("%s keeps the page and becomes a failure with its reason", async (_, error, failure) => {
  expect(await failsWith(error)).toMatchObject({ data: { failure }, init: { status: 503 } });
});

test.each([
  ["a redirect after saving", redirect("/dashboard/classes")],
  ["a thing that no longer exists", answered(404)],
])("%s leads away from the form", async (_, error) => {
  await expect(failsWith(error)).rejects.toBe(error);
});

test.each([
  ["a redirect to another page", redirect("/dashboard")],
  ["a thing that no longer exists", answered(404)],
])("an automatic save never leads away from the form: %s", async (_, error) => {
  const stays = { data: { failure: { why: "failed" } }, init: { status: 503 } };
  expect(await failsWith(error, { do: "keep" })).toMatchObject(stays);
});
