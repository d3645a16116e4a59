import { describe, expect, test } from "vitest";
import { freshEnvironment, whenFileEnds } from "../support/portals.ts";
import { startServer } from "../support/server.ts";

const admin = { email: "amina@agency.example", password: "gravel tulip nine oboe" };
const json = { "Content-Type": "application/json" };

// Without trusted proxies.
const server = await startServer({
  ...(await freshEnvironment("sqlite", whenFileEnds)),
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
});
whenFileEnds(() => server[Symbol.asyncDispose]());

describe("/api/auth over HTTP", () => {
  const post = (path: string, body: BodyInit, headers: Record<string, string> = json) =>
    fetch(`${server.url}/api/auth${path}`, { method: "POST", headers, body });

  test("signs in, knows who it is, signs out", async () => {
    const signedIn = await post("/sign-in/email", JSON.stringify(admin));
    expect(signedIn.status).toBe(200);
    const [line = ""] = signedIn.headers.getSetCookie();
    const [cookie = ""] = line.split(";");
    const session = await fetch(`${server.url}/api/auth/get-session`, { headers: { Cookie: cookie } });
    expect(await session.json()).toMatchObject({ user: { email: admin.email } });
    expect((await post("/sign-out", "{}", { ...json, Cookie: cookie })).status).toBe(200);
    const after = await fetch(`${server.url}/api/auth/get-session`, { headers: { Cookie: cookie } });
    expect(await after.json()).toBeNull();
  });

  test("takes nothing that another site sends, nothing large and nothing unlisted", async () => {
    const body = JSON.stringify(admin);
    expect((await post("/sign-in/email", body, { ...json, Origin: "https://evil.example" })).status).toBe(403);
    expect((await post("/sign-in/email", body, { ...json, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    const large = JSON.stringify({ ...admin, password: "a".repeat(10_000_000) });
    expect((await post("/sign-in/email", large)).status).toBe(413);
    for (const path of [
      "/request-password-reset",
      "/update-user",
      "/two-factor/enable",
      "/delete-user",
      "/sign-in/email/x",
    ]) {
      expect([path, (await post(path, "{}")).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${server.url}/api/auth/sign-in/email`)).status).toBe(405);
  });

  test("counts whoever claims to come from everywhere as one client, and logs nothing of them", async () => {
    const statusOfTry = async (number: number) => {
      const body = JSON.stringify({ email: `planted-${number}@example.org`, password: "planted password 77" });
      const headers = { ...json, "X-Forwarded-For": `203.0.113.${number}`, Authorization: "Bearer planted-token" };
      return (await post("/sign-in/email", body, headers)).status;
    };
    const statuses = await Promise.all(Array.from({ length: 31 }, (_, number) => statusOfTry(number)));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(await statusOfTry(31)).toBe(429);
    expect(JSON.stringify(server.log) + server.errors()).not.toContain("planted");
  });
});
