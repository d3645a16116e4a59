import { describe, expect, test } from "vitest";
import { type ErrorId, PortalError } from "#core/errors.ts";
import { runAction } from "./run-action.server.ts";

const hide = { flash: "hidden", id: "7", back: "/dashboard/update?state=shown", here: "/dashboard/update" } as const;

async function run(work: () => Promise<unknown>) {
  const reported: unknown[] = [];
  const answer = await runAction({ report: (error) => void reported.push(error) }, hide, work);
  const cookie = /flash=([\w-]+\.[\w-]*)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1];
  return { status: answer.status, way: answer.headers.get("Location"), cookie, reported: reported.length, answer };
}

const fails = (id: ErrorId) => () => Promise.reject(new PortalError(id));

describe("the flash message after an action", () => {
  test("names what was done, and the id of the record", async () => {
    const { answer: _, ...rest } = await run(async () => 1);
    expect(rest).toEqual({ status: 303, way: hide.back, cookie: "hidden.7", reported: 0 });
  });

  test.each([
    ["not-found", "not-found."],
    ["stale", "stale."],
    ["not-allowed", "not-allowed."],
    ["unavailable", "unavailable."],
  ] as const)("names the reason when the action fails with %s", async (id, cookie) => {
    expect(await run(fails(id))).toMatchObject({ status: 303, way: hide.back, cookie, reported: 1 });
  });

  test("says nothing about an unexpected error, except that the action failed", async () => {
    const broken = () => Promise.reject(new TypeError("a number: A12345678"));
    expect(await run(broken)).toMatchObject({ way: hide.back, cookie: "internal.", reported: 1 });
  });
});

test("a user who needs a recent proof is sent to that page with a full page load, and back afterwards", async () => {
  const { way, cookie, reported, answer } = await run(fails("prove-again"));
  expect(way).toBe("/prove-again?from=%2Fdashboard%2Fupdate");
  expect({ cookie, reported }).toEqual({ cookie: undefined, reported: 0 });
  expect(answer.headers.has("X-Remix-Reload-Document")).toBe(true);
});
