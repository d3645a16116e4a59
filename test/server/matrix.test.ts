import { describe, expect, onTestFinished, test } from "vitest";
import { accessPolicies } from "#core/accounts/access-policies.ts";
import { type Actor, anonymous, system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { policyOf, type Route, routes } from "#server/routes.ts";
import { admin, moderator, organisation, student } from "../support/accounts/people.ts";
import type { SignedInPerson } from "../support/accounts/signed-in.ts";
import { MailServer } from "../support/mail-server.ts";
import { whenFileEnds } from "../support/portals.ts";
import { startSite } from "../support/site.ts";
import {
  admission,
  approved,
  columnOf,
  type Credential,
  credentialsOf,
  programKeys,
  queryOf,
  requestFor,
  roleIn,
  welcome,
} from "./matrix/asking.ts";
import { bodyFor, routeOfRequest, outcomeOf, pathTo } from "./matrix/naming.ts";
import { arrived, everybody, type Persona } from "./matrix/personas.ts";
import { due, entrances, refusalOf, type Relation, relations } from "./matrix/reach.ts";
import { Things } from "./matrix/things.ts";

/** The body that a route needs, so that it does not refuse a permitted user for another reason. */
const bodies: Readonly<Record<string, (person: SignedInPerson) => Readonly<Record<string, string>>>> = {
  "POST /jwt": ({ email }) => ({ email }),
};

const pathFor = ({ path }: Route, person: SignedInPerson | null) =>
  path
    .replace(":email", encodeURIComponent(person?.email ?? "nobody@agency.example"))
    .replaceAll(/:\w+/g, "nobody")
    .replace("/*", "/no/such/page");

/** The outcome of a request. */
async function verdict(answer: Response, route: Route): Promise<string> {
  if (answer.status >= 500) return `failed with ${answer.status}`;
  if (route.kind === "page") return welcome(answer, route);
  const text = await answer.text();
  if (answer.status === 401 && text.includes('"not-signed-in"')) return "sign in first";
  return answer.status === 403 && text.includes('"not-allowed"') ? "not allowed" : "in";
}

const byPath = (a: string, b: string) => {
  const [one, other] = [a, b].map((name) => name.split(" ").toReversed().join(" "));
  return (one ?? "") < (other ?? "") ? -1 : 1;
};

/** These routes end the session that they use, so they run last. The first of them still needs the session. */
const endings = ["POST /account/sessions", "POST /sign-out", "POST /api/auth/sign-out"];
const everyRoute = routes
  .flatMap((route) => Object.keys(route.policies).map((method) => ({ name: `${method} ${route.path}`, route, method })))
  .toSorted((a, b) => endings.indexOf(a.name) - endings.indexOf(b.name));

/** The test of all routes below checks that no token opens a page, and what keys open. */
const credentialsAt = (name: string, persona: Persona): readonly Credential[] =>
  routeOfRequest(name).route.kind === "page" || !persona.person ? ["cookie"] : ["cookie", "token"];

/** The route of an entrance, as the approved table names it. */
const routeName = (entrance: string) => entrance.split(",")[0] ?? "";
const mayAt = (entrance: string, column: string) => approved.marks.get(routeName(entrance))?.[column] === "+";

/** A POST that anyone may send only looks something up. */
const isChange = (name: string) => !name.startsWith("GET ") && !mayAt(name, "nobody");

/** A provider of the settings belongs to nobody. Whoever comes back from it has no session yet. */
const namesNothing = "GET /api/auth/callback/:provider";

test("every route is in the approved table", () => {
  expect(approved.names.toSorted()).toEqual(everyRoute.map(({ name }) => name).toSorted());
  expect(approved.names).toEqual(approved.names.toSorted(byPath));
});

const roles: Readonly<Record<string, Actor>> = { nobody: anonymous, student, organisation, moderator, admin };

// The operation behind a call refuses, too. So a policy alone that admits too many would change no answer.
test("every access policy admits the roles that the approved table names", () => {
  const admits = ({ name, route, method }: (typeof everyRoute)[number]) => {
    const policy = policyOf(route, method);
    return [name, ...Object.values(roles).map((actor) => (policy && accessPolicies[policy](actor) ? "+" : "-"))];
  };
  const table = everyRoute.map(({ name }) => [
    name,
    ...Object.keys(roles).map((role) => approved.marks.get(name)?.[role]),
  ]);
  expect(everyRoute.map(admits)).toEqual(table);
});

test("every call that names a thing in its path has rules", () => {
  const naming = everyRoute.filter(
    ({ route, name }) => route.kind !== "file" && route.path.includes(":") && name !== namesNothing,
  );
  expect(naming.map(({ name }) => name).filter((name) => !(name in entrances))).toEqual([]);
  const nowhere = Object.keys(entrances).filter((name) => !everyRoute.some((known) => known.name === routeName(name)));
  expect(nowhere).toEqual([]);
});

// Without a mail server, nobody could leave an email address.
const mailServer = await new MailServer().start();
whenFileEnds(() => mailServer.stop());
const { url, portal } = await startSite({
  METRICS_TOKEN: programKeys["metrics-token"],
  UPLOAD_KEY: programKeys["upload-key"],
  SMTP_URL: mailServer.url,
});
const personas = await everybody(portal, url);
const things = new Things(portal);

describe("authorization", () => {
  /**
   * Tries one thing at an entrance. Returns the outcome and the expected outcome, or null if there is no such thing.
   */
  async function tried(name: string, persona: Persona, credential: Credential, relation: Relation) {
    const entrance = entrances[name];
    const { route, method } = routeOfRequest(name);
    if (!entrance) throw new Error(`there is no entrance ${name}`);
    const admitted = admission(routeName(name), persona, route, credential);
    const rank = roleIn(persona, route, credential) ?? "anonymous";
    const expected = admitted === "in" ? due(entrance, rank, relation) : refusalOf(admitted, entrance, relation);
    if (expected === null || (relation.startsWith("own") && !persona.person)) return null;

    const thing = await things.find(entrance.names, relation, persona);
    const named = { name, thing, publicOrigin: "http://localhost:0" };
    const request = requestFor(route, method, persona, credential, bodyFor(named));
    const answer = await fetch(url + pathTo(named), request);
    const met = await outcomeOf(portal, named, answer);
    if (met === "in" && isChange(name)) {
      things.forget(entrance.names, relation, persona);
      if (!mayAt(name, "moderator") && thing["id"] === persona.person?.id)
        Object.assign(persona, await arrived(portal, url, "admin"));
    }
    return { met, expected };
  }

  test.each(Object.keys(entrances))("decides about own, others', hidden, denied, missing things: %s", async (name) => {
    const surprises: string[] = [];
    let times = 0;
    const triedBy = async (persona: Persona) => {
      for (const credential of credentialsAt(name, persona)) {
        for (const relation of relations) {
          const outcome = await tried(name, persona, credential, relation);
          if (!outcome) continue;
          times += 1;
          const { met, expected } = outcome;
          if (met !== expected) surprises.push(`${persona.name}, ${credential}, ${relation}: ${met}, not ${expected}`);
        }
      }
    };
    await Promise.all(personas.map(triedBy));
    expect(surprises).toEqual([]);
    expect(times).toBeGreaterThan(personas.length);
  });

  test("changes no record when it refuses a request", async () => {
    const records = await things.recordsThatWereLeftAlone();
    expect(records.map(({ now }) => now)).toEqual(records.map(({ made }) => made));
    expect(records.length).toBeGreaterThan(relations.length);
  });

  const lookups = Object.keys(entrances).filter((name) => entrances[name]?.isPublic);

  // All these links were made under another policy.
  test.each(lookups)("shows nobody a record when share codes are required: %s", async (name) => {
    await changeSettings(portal, system("test"), { change: { lookupPolicy: "code" } });
    onTestFinished(async () => {
      await changeSettings(portal, system("test"), { change: { lookupPolicy: "open" } });
    });
    const met = new Set<string | undefined>();
    for (const persona of personas.filter((one) => ["nobody", "admin"].includes(one.name))) {
      for (const credential of credentialsAt(name, persona)) {
        for (const relation of relations) met.add((await tried(name, persona, credential, relation))?.met);
      }
    }
    met.delete(undefined);
    expect([...met]).toEqual(["not there"]);
  });

  /** Where everybody may, all others would show no more than these two. */
  const askingAt = (name: string) =>
    approved.columns.every((column) => mayAt(name, column))
      ? personas.filter((persona) => ["nobody", "admin"].includes(persona.name))
      : personas;

  test.each(everyRoute)("admits only those whom the approved table names: $name", async ({ name, route, method }) => {
    const surprises: string[] = [];
    const triedBy = async (persona: Persona) => {
      for (const credential of credentialsOf(persona, route)) {
        // The tests above have tried these.
        if (name in entrances && credentialsAt(name, persona).includes(credential)) continue;
        const body = persona.person ? bodies[name]?.(persona.person) : undefined;
        const request = requestFor(route, method, persona, credential, body);
        const answer = await fetch(url + pathFor(route, persona.person) + queryOf(credential), request);
        const [met, expected] = [await verdict(answer, route), admission(name, persona, route, credential)];
        const column = columnOf(persona, route, credential);
        if (met !== expected) surprises.push(`${persona.name}, ${credential}, ${column}: ${met}, not ${expected}`);
      }
    };
    await Promise.all(askingAt(name).map(triedBy));
    expect(surprises).toEqual([]);
  });
});
