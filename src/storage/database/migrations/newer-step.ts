import { type Kysely, sql } from "kysely";
import { PortalError } from "#core/errors.ts";
import { lookupMigrations, migrations } from "./steps.ts";

const known = [...migrations.steps, ...lookupMigrations.steps].map(({ name }) => `'${name}'`);
type Step = { name: string };
const query = sql<Step>`select name from schema_step where additive = 0 and name not in (${sql.raw(known.join(", "))})`;

/** A step of a newer program that ran after our start and that our writes could break; null if there is none. */
export async function newerStep(reader: Pick<Kysely<unknown>, "getExecutor">): Promise<string | null> {
  const { rows } = await query.execute(reader);
  return rows[0]?.name ?? null;
}

/**
 * The first statement of every transaction that writes. On PostgreSQL it locks the table against a process that is
 * about to run such a step, until the transaction ends. On SQLite the transaction itself is that lock.
 */
export async function refuseNewerStep(writer: Pick<Kysely<unknown>, "getExecutor">): Promise<void> {
  const name = await newerStep(writer);
  if (name !== null) throw new PortalError("unavailable", { cause: new NewerStep(name) });
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
