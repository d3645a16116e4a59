import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { SignedIn } from "#core/staff/accounts.ts";
import type { AccessPolicy } from "#core/staff/access-policies.ts";
import type { Role } from "#core/staff/roles.ts";
import { admit } from "./admit.server.ts";
import { type Visit, visitContext } from "./visit.server.ts";

const inRole = (role: Role, actingAs: Role = role): SignedIn => ({
  actor: { kind: "staff", id: "one", role: actingAs },
  sessionId: "session",
  person: {
    id: "one",
    email: "one@agency.example",
    name: "One",
    photoUrl: "",
    role,
    hasPassword: true,
    hasGoogle: false,
    hasTotp: false,
    passkeys: 0,
  },
});

/** Where somebody is sent on their way to a page, or its own answer. */
async function admitted(
  policy: AccessPolicy,
  known: SignedIn | null,
  method: "GET" | "POST" = "GET",
): Promise<Response | undefined> {
  const context = new RouterContextProvider();
  // Of a visit admit reads only what stands here.
  const visit = { policy, signedIn: async () => known, report: () => {} } as unknown as Visit;
  context.set(visitContext, visit);
  const request = new Request("https://site.example/dashboard?page=2", { method });
  const args = { request, url: new URL(request.url), context, params: {}, pattern: "dashboard" };
  return (await admit(args, async () => new Response("the page"))) ?? undefined;
}

const noticeIn = (response: Response | undefined) =>
  /notice=([\w-]+)/.exec(response?.headers.get("Set-Cookie") ?? "")?.[1];

describe("who comes to a page", () => {
  test.each<[AccessPolicy, SignedIn | null]>([
    ["anyone", null],
    ["signed-in", inRole("student")],
    ["clerks", inRole("moderator")],
    ["admins", inRole("admin")],
  ])("%s: the right ones see it", async (policy, known) => {
    expect(await (await admitted(policy, known))?.text()).toBe("the page");
  });

  test("strangers sign in first, and come back", async () => {
    const answer = await admitted("admins", null);
    expect(answer?.status).toBe(303);
    expect(answer?.headers.get("Location")).toBe("/login?from=%2Fdashboard%3Fpage%3D2");
    expect(noticeIn(answer)).toBeUndefined();
  });

  test("whose form came too late learns that it was not saved, and comes back to it", async () => {
    const answer = await admitted("admins", null, "POST");
    expect(answer?.headers.get("Location")).toBe("/login?from=%2Fdashboard%3Fpage%3D2");
    expect(noticeIn(answer)).toBe("session-ended");
  });

  test.each<[AccessPolicy, Role, string]>([
    ["admins", "moderator", "not-admin"],
    ["admins", "student", "not-admin"],
    ["moderators", "admin", "not-moderator"],
    ["clerks", "student", "not-clerk"],
    ["students", "admin", "not-student"],
  ])("%s: a %s learns why not, on the first page", async (policy, role, notice) => {
    const answer = await admitted(policy, inRole(role));
    expect(answer?.headers.get("Location")).toBe("/");
    expect(noticeIn(answer)).toBe(notice);
  });

  test("an admin whose second step is missing is led to it", async () => {
    const answer = await admitted("admins", inRole("admin", "student"));
    expect(answer?.headers.get("Location")).toBe("/account");
    expect(noticeIn(answer)).toBeUndefined();
  });
});
