import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { SignedIn } from "#core/accounts/accounts.ts";
import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import type { Role } from "#core/accounts/roles.ts";
import { admit } from "./admit.server.ts";
import { type Visit, visitContext } from "./visit.server.ts";

const inRole = (role: Role, actingAs: Role = role): SignedIn => ({
  actor: { kind: "account", id: "one", role: actingAs },
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

/** Returns the redirect, or the page's own response. */
async function admitted(
  policy: AccessPolicy,
  known: SignedIn | null,
  method: "GET" | "POST" = "GET",
): Promise<Response | undefined> {
  const context = new RouterContextProvider();
  // `admit` reads only these properties of a visit.
  const visit = { policy, signedIn: async () => known, report: () => {} } as unknown as Visit;
  context.set(visitContext, visit);
  const request = new Request("https://site.example/dashboard?page=2", { method });
  const args = { request, url: new URL(request.url), context, params: {}, pattern: "dashboard" };
  return (await admit(args, async () => new Response("the page"))) ?? undefined;
}

const noticeIn = (response: Response | undefined) =>
  /notice=([\w-]+)/.exec(response?.headers.get("Set-Cookie") ?? "")?.[1];

describe("a page with an access policy", () => {
  test.each<[AccessPolicy, SignedIn | null]>([
    ["anyone", null],
    ["signed-in", inRole("student")],
    ["staff", inRole("moderator")],
    ["admins", inRole("admin")],
  ])("lets in a visitor who fits the policy %s", async (policy, known) => {
    expect(await (await admitted(policy, known))?.text()).toBe("the page");
  });

  test("sends a visitor who is not signed in to sign in, and then back", async () => {
    const answer = await admitted("admins", null);
    expect(answer?.status).toBe(303);
    expect(answer?.headers.get("Location")).toBe("/login?from=%2Fdashboard%3Fpage%3D2");
    expect(noticeIn(answer)).toBeUndefined();
  });

  test("tells a user whose session ended that the form was not saved, and leads back to it", async () => {
    const answer = await admitted("admins", null, "POST");
    expect(answer?.headers.get("Location")).toBe("/login?from=%2Fdashboard%3Fpage%3D2");
    expect(noticeIn(answer)).toBe("session-ended");
  });

  test.each<[AccessPolicy, Role, string]>([
    ["admins", "moderator", "not-admin"],
    ["admins", "student", "not-admin"],
    ["moderators", "admin", "not-moderator"],
    ["staff", "student", "not-staff"],
    ["students", "admin", "not-student"],
  ])("for %s sends a user with the role %s to the first page, with the reason", async (policy, role, notice) => {
    const answer = await admitted(policy, inRole(role));
    expect(answer?.headers.get("Location")).toBe("/");
    expect(noticeIn(answer)).toBe(notice);
  });

  test("sends an admin without a second factor to the account page", async () => {
    const answer = await admitted("admins", inRole("admin", "student"));
    expect(answer?.headers.get("Location")).toBe("/account");
    expect(noticeIn(answer)).toBeUndefined();
  });
});
