import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import { isPortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type Actor, anonymous } from "#core/staff/actor.ts";
import { doorPolicies } from "#core/staff/door-policies.ts";
import { require } from "#core/staff/permissions.ts";
import type { AnswerHeader, Call } from "../contract/call.ts";
import { routeOf } from "../contract/route-of.ts";
import { inSpecNames } from "../spec-names.ts";
import { jsonAnswer, privateHeaders } from "./json-answer.ts";
import { readQuery } from "./read-query.ts";
import { readJson } from "./read-json.ts";
import { readRequestHeaders } from "./request-headers.ts";

export type DoorEnv = { Bindings: HttpBindings; Variables: { clientAddress: string } };
export type Doors = Hono<DoorEnv>;

/** Who asks, by session or token. */
export type ActorOf = (request: Request) => Promise<Actor>;

type Texts = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** A request as its call describes it: admitted, read and checked. */
type Asked<Path, Query, Sent> = {
  actor: Actor;
  path: Path;
  query: Query;
  body: Sent;
  expectedVersion: number | undefined;
  idempotencyKey: string | undefined;
};

type Told<Answer> = { answer: Answer; headers?: Partial<Record<AnswerHeader, string>> };

/** Opens the door of a call: who may not is told before anything of the request is read. */
export function mountCall<Path extends Texts, Query extends Texts, Sent extends z.ZodType, Answer extends z.ZodType>(
  doors: Doors,
  actorOf: ActorOf,
  call: Call<Path, Query, Sent, Answer>,
  tell: (asked: Asked<z.output<Path>, z.output<Query>, z.output<Sent>>) => Promise<Told<z.input<Answer>>>,
): void {
  doors.on(call.method.toUpperCase(), routeOf(call), async (c) => {
    try {
      const actor = await admitted(actorOf, call, c);
      const { answer, headers } = await tell({ actor, ...(await readAsked(call, c)) });
      return jsonAnswer(answer, call.status, { ...privateHeaders, ...headers });
    } catch (error) {
      throw isPortalError(error) ? inSpecNames(error) : error;
    }
  });
}

async function admitted(actorOf: ActorOf, { policy }: Call, c: Context<DoorEnv>): Promise<Actor> {
  if (policy === "anyone") return anonymous;
  const actor = await actorOf(c.req.raw);
  require(doorPolicies[policy](actor), actor);
  return actor;
}

async function readAsked<Path extends Texts, Query extends Texts, Sent extends z.ZodType>(
  call: Call<Path, Query, Sent>,
  c: Context<DoorEnv>,
) {
  const path = checkInput(call.inPath, c.req.param());
  const query = checkInput(call.inQuery, readQuery(c.req.url));
  const headers = readRequestHeaders((name) => c.req.header(name), call);
  // The output of no schema is unknown to nobody: handlers of calls without a body do not look at it.
  const body = call.body ? checkInput(call.body, await readJson(c.env.incoming)) : (undefined as z.output<Sent>);
  return { path, query, body, ...headers };
}
