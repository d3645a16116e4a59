import { data, redirect, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { keepFormsOnFailure } from "./keep-form-on-failure.tsx";

const request = new Request("https://agency.example/form", { method: "POST" });
const failsWith = async (result: unknown) => {
  const next = async () => ({ form: { type: "error" as const, result } });
  return (await keepFormsOnFailure({ request }, next))["form"];
};
const answered = (status: number) => new ErrorResponse(status, "", null);

test("the server's answer is returned unchanged", async () => {
  const results = { form: { type: "data" as const, result: "saved" } };
  expect(await keepFormsOnFailure({ request }, async () => results)).toEqual(results);
});

test.each([
  ["a missing response", data(new TypeError("Failed to fetch")), { why: "no-connection" }],
  ["an incomplete response", new Error("Unable to decode"), { why: "failed" }],
  ["an unavailable database", answered(503), { why: "failed" }],
  ["too many requests", answered(429), { why: "failed" }],
  ["a form that is too large", answered(413), { why: "too-large" }],
  ["a redirect to sign-in", redirect("/login?from=%2Flist"), { why: "signed-out", to: "/login?from=%2Flist" }],
  ["a redirect to proof", redirect("/prove-again?from=%2Flist"), { why: "unproved", to: "/prove-again?from=%2Flist" }],
])("%s keeps the page and becomes a failure with its reason", async (_, error, failure) => {
  const kept = { type: "data", result: { data: { failure }, init: { status: 503 } } };
  expect(await failsWith(error)).toMatchObject(kept);
});

test.each([
  ["a redirect after saving", redirect("/dashboard/classes")],
  ["a thing that no longer exists", answered(404)],
])("%s leads away from the form", async (_, error) => {
  expect(await failsWith(error)).toEqual({ type: "error", result: error });
});
