import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { isPortalError } from "#core/errors.ts";
import type { SignedIn } from "#core/accounts/accounts.ts";
import { type Actor, anonymous, uploadProgram } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import { allFeatures } from "#core/settings/features.ts";
import { checkAccess, type AccessEnv, findRoute } from "./access.ts";
import { noPage } from "./routes.ts";

const staff = (role: Role): Actor => ({ kind: "account", id: role, role });
const everybody: Record<string, Actor> = {
  anonymous,
  student: staff("student"),
  moderator: staff("moderator"),
  admin: staff("admin"),
};

/** The access check in front of a handler that always answers "in". */
function accessFor(actor: Actor, keys: { uploadKey?: string; metricsToken?: string } = {}) {
  const signedIn = async () => (actor.kind === "account" ? ({ actor } as SignedIn) : null);
  const app = new Hono<AccessEnv>();
  app.use(findRoute);
  const settings = async () => ({ features: { ...allFeatures, desk: false } });
  app.use(checkAccess({ signedIn }, { uploadKey: "", metricsToken: "", ...keys }, settings));
  app.all("*", (c) => c.text(c.var.route === noPage ? "no page" : "in"));
  app.onError((error, c) => c.text(isPortalError(error) ? error.id : String(error)));
  return async (method: string, path: string, headers: Record<string, string> = {}) =>
    (await app.request(path, { method, headers: { Cookie: "of=somebody", ...headers } })).text();
}

describe("the access check", () => {
  test("accepts the upload key for uploads, and nowhere else", async () => {
    const ask = accessFor(anonymous, { uploadKey: "the key of programs" });
    expect(await ask("POST", "/images?key=the+key+of+programs")).toBe("in");
    expect(await ask("POST", "/images?key=another")).toBe("not-signed-in");
    expect(await ask("GET", "/Users_Infos?key=the+key+of+programs")).toBe("not-signed-in");
    expect(await accessFor(uploadProgram)("POST", "/images?key=")).toBe("not-signed-in");
  });

  test("accepts the metrics token for metrics, and nowhere else", async () => {
    const ask = accessFor(anonymous, { metricsToken: "the token of Prometheus", uploadKey: "the key of programs" });
    const bearer = { Authorization: "Bearer the token of Prometheus" };
    expect(await ask("GET", "/metrics", bearer)).toBe("in");
    expect(await ask("GET", "/metrics", { Authorization: "Bearer another" })).toBe("not-signed-in");
    expect(await ask("GET", "/metrics?key=the+key+of+programs")).toBe("not-signed-in");
    expect(await ask("POST", "/images", bearer)).toBe("not-signed-in");
    expect(await accessFor(staff("admin"))("GET", "/metrics", { Authorization: "Bearer " })).toBe("not-allowed");
  });

  test("finds neither pages nor calls of a feature that is off, and those of others as before", async () => {
    const ask = accessFor(staff("organisation"));
    expect(await ask("GET", "/dashboard/Desk")).toBe("no page");
    expect(await ask("GET", "/dashboard/desk/.data")).toBe("no page");
    expect(await ask("POST", "/desk/lists")).toBe("not-found");
    expect(await ask("GET", "/dashboard/classes")).toBe("in");
  });

  test.each([
    ["DELETE", "/jwt", "wrong-method"],
    ["POST", "/Users_Infos", "wrong-method"],
    ["PUT", "/account", "wrong-method"],
    ["PUT", "/", "wrong-method"],
    ["DELETE", "/no/such/thing", "not-found"],
    ["PROPFIND", "/no/such/thing", "not-found"],
    ["GET", "/%", "not-found"],
  ])("answers %s %s with %s for everybody", async (method, path, id) => {
    for (const actor of Object.values(everybody)) expect(await accessFor(actor)(method, path)).toBe(id);
  });
});
