import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, anonymous, system } from "#core/staff/actor.ts";
import { type DoorPolicy, doorPolicies } from "#core/staff/door-policies.ts";
import { changeRole } from "#operations/staff/change-role.ts";
import { deleteStaff } from "#operations/staff/delete-staff.ts";
import { suspendStaff } from "#operations/staff/suspend-staff.ts";
import type { Portal } from "#operations/portal.ts";
import { type Door, doors } from "../../src/doors.ts";
import { engines, freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { startServer } from "../support/server.ts";
import { asJson, behindProxy, fromElsewhere, type SignedInPerson, signedIn } from "../support/signed-in.ts";
import { actorOf, freshAdmin } from "../support/staff.ts";

const machine = system("test");

type Persona = {
  name: string;
  person: SignedInPerson | null;
  /** As whom the next request counts. */
  counts: Actor;
};

/** Each signs in first, and is then made what their name says, so that an old cookie and an old token are tried. */
async function everybody(portal: Portal, url: string): Promise<Persona[]> {
  await freshAdmin(portal);
  const arrive = (role: "admin" | "moderator" | "student") => signedIn(portal, url, role);
  const still = async (role: "admin" | "moderator" | "student") => {
    const person = await arrive(role);
    return { name: role, person, counts: actorOf(person.id, role) };
  };
  const gone = async (name: string, make: (person: SignedInPerson) => Promise<unknown>) => {
    const person = await arrive("admin");
    await make(person);
    return { name, person, counts: anonymous };
  };
  const { database } = portal;
  const demotedBehind = await arrive("admin");
  await database.write((writer) =>
    writer.updateTable("staff").set({ role: "student" }).where("person_id", "=", demotedBehind.id).execute(),
  );
  return [
    { name: "anonymous", person: null, counts: anonymous },
    await still("student"),
    await still("moderator"),
    await still("admin"),
    await gone("unconfirmed", ({ id }) =>
      database.write((writer) =>
        writer.updateTable("person").set({ email_confirmed: 0 }).where("id", "=", id).execute(),
      ),
    ),
    await gone("deleted", (person) => deleteStaff(portal, machine, person)),
    await gone("suspended", (person) => suspendStaff(portal, machine, person)),
    await gone("demoted", ({ id }) => changeRole(portal, machine, { id, role: "student" })),
    { name: "demoted in an open session", person: demotedBehind, counts: actorOf(demotedBehind.id, "student") },
  ];
}

/** What a door is sent so that whoever may come through is not refused for another reason. */
const bodies: Readonly<Record<string, (person: SignedInPerson) => unknown>> = {
  "POST /jwt": ({ email }) => ({ email }),
};

const pathFor = ({ path }: Door, person: SignedInPerson | null) =>
  path
    .replace(":email", encodeURIComponent(person?.email ?? "nobody@agency.example"))
    .replaceAll(/:\w+/g, "nobody")
    .replace("/*", "/no/such/page");

type Credential = "cookie" | "token";

function requestFor(door: Door, method: string, { person }: Persona, credential: Credential): RequestInit {
  const headers: Record<string, string> = { ...fromElsewhere() };
  if (person && credential === "cookie") headers["Cookie"] = person.cookie;
  if (person && credential === "token") headers["Authorization"] = `Bearer ${person.token}`;
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (method === "GET" || method === "HEAD") return init;
  const body = person ? bodies[`${method} ${door.path}`]?.(person) : undefined;
  if (door.kind !== "page") return { ...init, ...asJson(method, body ?? {}, headers) };
  return { ...init, body: new URLSearchParams() };
}

/** What somebody met at a door. */
async function verdict(answer: Response, door: Door): Promise<string> {
  if (answer.status >= 500) return `failed with ${answer.status}`;
  if (door.kind === "page") {
    const way = answer.headers.get("location") ?? "";
    if (way.startsWith(`/login?from=${encodeURIComponent(pathFor(door, null))}`)) return "sign in first";
    return answer.headers.getSetCookie().some((line) => line.startsWith("notice=not-")) ? "not allowed" : "in";
  }
  const text = await answer.text();
  if (answer.status === 401 && text.includes('"not-signed-in"')) return "sign in first";
  return answer.status === 403 && text.includes('"not-allowed"') ? "not allowed" : "in";
}

/** Tokens are for programs: where a browser has to be, they are nothing. */
const countsAs = ({ counts }: Persona, { kind }: Door, credential: Credential) =>
  credential === "token" && kind !== "call" ? anonymous : counts;

function expected(policy: DoorPolicy, actor: Actor): string {
  if (doorPolicies[policy](actor)) return "in";
  return actor.kind === "anonymous" ? "sign in first" : "not allowed";
}

/** These end the session that they are asked with, so they come last, and of them first the one that has to know it. */
const endings = ["POST /account/sessions", "POST /sign-out", "POST /api/auth/sign-out"];
const everyEntrance = doors
  .flatMap((door) =>
    Object.entries(door.policies).map(([method, policy]) => ({ name: `${method} ${door.path}`, door, method, policy })),
  )
  .toSorted((a, b) => endings.indexOf(a.name) - endings.indexOf(b.name));

describe.each(engines)("every door for everybody, on %s", (engine) => {
  let url = "";
  let personas: Persona[] = [];

  beforeAll(async () => {
    const environment = { ...(await freshEnvironment(engine, whenFileEnds)), ...behindProxy };
    const server = await startServer(environment);
    whenFileEnds(() => server[Symbol.asyncDispose]());
    url = server.url;
    personas = await everybody(await openForTest(environment, whenFileEnds), url);
  });

  test.each(everyEntrance)("$name", async ({ door, method, policy }) => {
    const met: string[] = [];
    const due: string[] = [];
    for (const persona of personas) {
      for (const credential of ["cookie", "token"] as const) {
        const answer = await fetch(url + pathFor(door, persona.person), requestFor(door, method, persona, credential));
        const who = `${persona.name} with ${credential}`;
        met.push(`${who}: ${await verdict(answer, door)}`);
        due.push(`${who}: ${expected(policy, countsAs(persona, door, credential))}`);
      }
    }
    expect(met).toEqual(due);
  });
});
