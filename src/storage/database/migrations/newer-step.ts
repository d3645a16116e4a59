import { type Kysely, sql } from "kysely";
import { PortalError } from "#core/errors.ts";
import type { Engine } from "../database.ts";
import { shareWrites } from "./schema-lock.ts";
import { migrations } from "./steps.ts";

const names = migrations.map(({ name }) => name);
const known = names.map((name) => `'${name}'`);
type Step = { name: string };
const query = sql<Step>`select name from schema_step where additive = 0 and name not in (${sql.raw(known.join(", "))})`;

/** A step of a newer program that ran after our start and that our writes could break; null if there is none. */
export async function newerStep(reader: Pick<Kysely<unknown>, "getExecutor">): Promise<string | null> {
  const { rows } = await query.execute(reader);
  return rows[0]?.name ?? null;
}

/**
 * The first statement of every transaction that writes. On PostgreSQL it keeps a process from running such a step until
 * the transaction ends. On SQLite the transaction itself does that.
 */
export async function refuseNewerStep(engine: Engine, writer: Pick<Kysely<unknown>, "getExecutor">): Promise<void> {
  const name = engine === "postgres" ? await unknownStep(writer) : await newerStep(writer);
  if (name !== null) throw new PortalError("unavailable", { cause: new NewerStep(name) });
}

const shared = sql.raw<{ steps: string }>(shareWrites);
const ours = new Set(["", ...names]);

async function unknownStep(writer: Pick<Kysely<unknown>, "getExecutor">): Promise<string | null> {
  const { rows } = await shared.execute(writer);
  return rows[0]?.steps.split(" ").find((name) => !ours.has(name)) ?? null;
}

/** The cause that is shown in the log. */
class NewerStep extends Error {
  override readonly name = "NewerStep";
  readonly code: string;

  constructor(step: string) {
    super("A newer version changed the tables.");
    this.code = step;
  }
}
