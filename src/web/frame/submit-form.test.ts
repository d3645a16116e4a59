import { describe, expect, test } from "vitest";
import { PortalError } from "#core/errors.ts";
import { expectedVersion, readForm } from "./read-form.server.ts";
import { failureOf, submitForm } from "./submit-form.server.ts";

const redirect = () => new Response(null, { status: 303, headers: { Location: "/list" } });

async function submit(work: () => Promise<unknown>, more: { here?: string; gone?: Response } = {}) {
  const reported: unknown[] = [];
  const answerHeaders = new Headers();
  const visit = { report: (error: unknown) => void reported.push(error), answerHeaders, portal: { now: () => 7 } };
  const values = { title: "English", password: "secret" };
  const answer = await submitForm(visit, { values, ...more }, work);
  return { answer, reported: reported.length, answerHeaders };
}

const fails = (error: Error) => async () => {
  throw error;
};

test("the result of a successful action is returned, for example a redirect", async () => {
  const done = redirect();
  expect(await submit(async () => done)).toMatchObject({ answer: done, reported: 0 });
});

describe("a form is sent back", () => {
  test("with the typed values, without secrets, and with the problems of its fields", async () => {
    const { answer, reported } = await submit(fails(new PortalError("invalid", { fields: { title: "too-long" } })));
    const data = { values: { title: "English" }, problem: "invalid", fields: { title: "too-long" }, at: 7 };
    expect(answer).toMatchObject({ data, init: { status: 400 } });
    expect(answer).not.toHaveProperty("data.values.password");
    expect(reported).toBe(0);
  });

  test("after an internal error, which is reported and shown as such", async () => {
    const { answer, reported } = await submit(fails(new TypeError("a number: A12345678")));
    expect(answer).toMatchObject({ data: { problem: "internal" }, init: { status: 500 } });
    expect(reported).toBe(1);
  });

  test("after a refused account step, with the time to wait", async () => {
    const { answer, answerHeaders } = await submit(fails(new PortalError("too-many-requests", { waitSeconds: 30 })));
    expect(answer).toMatchObject({ data: { problem: "too-many-requests", waitSeconds: 30 }, init: { status: 429 } });
    expect(answerHeaders.get("Retry-After")).toBe("30");
  });
});

test("a user who must show the second factor again is redirected there, with the way back", async () => {
  const { answer } = await submit(fails(new PortalError("prove-again")), { here: "/form" });
  expect((answer as Response).headers.get("Location")).toBe("/prove-again?from=%2Fform");
});

test("a form about a thing that no longer exists gets the `gone` response, or status 404 without one", async () => {
  const gone = redirect();
  expect((await submit(fails(new PortalError("not-found")), { gone })).answer).toBe(gone);
  expect((await submit(fails(new PortalError("not-found")))).answer).toMatchObject({ init: { status: 404 } });
});

test("the amount left to pay is written out, and is null if nothing is left", () => {
  const visit = { report: () => undefined, answerHeaders: new Headers() };
  const failure = (amount: number) =>
    failureOf(visit, new PortalError("invalid", { left: { amount, currency: "BDT" } })).left;
  expect([failure(150_000), failure(0)]).toEqual([expect.stringContaining("1,500"), null]);
});

const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request("https://agency.example/form", { method: "POST", body, headers });

describe("a form is read", () => {
  test.each([
    ["as URL-encoded fields", new URLSearchParams({ text: "one\r\ntwo", name: "first" })],
    ["as multipart data", Object.entries({ text: "one\r\ntwo", name: "first" }).reduce(appendTo, new FormData())],
  ])("%s, with LF as the line end", async (_, body) => {
    expect(await readForm(post(body))).toEqual({ text: "one\ntwo", name: "first" });
  });

  test("as an empty form if the body is no form", async () => {
    expect(await readForm(post("nothing", { "Content-Type": "multipart/form-data; boundary=x" }))).toEqual({});
  });

  test("with the version that it was filled in from, or NaN without one", () => {
    expect(expectedVersion({ version: "3" })).toBe(3);
    expect(expectedVersion({})).toBeNaN();
    expect(expectedVersion({ version: "none" })).toBeNaN();
  });
});

function appendTo(form: FormData, [name, value]: [string, string]): FormData {
  form.append(name, value);
  return form;
}
