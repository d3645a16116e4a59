import { once } from "node:events";
import { connect } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { unavailable } from "#core/errors.ts";
import { logFailure } from "./log.ts";
import { Outages } from "./outages.ts";

function causeInLog(cause: unknown): unknown {
  const written: unknown[] = [];
  const outages = new Outages(() => undefined);
  logFailure(
    { error: (facts: object) => void written.push("cause" in facts && facts.cause), outages },
    unavailable(cause),
  );
  return written[0];
}

async function refusedConnection(): Promise<unknown> {
  const [error] = await once(connect({ host: "localhost", port: 1 }), "error");
  return error;
}

function fullDatabase(): unknown {
  using database = new DatabaseSync(":memory:");
  database.exec("create table full (bytes); pragma max_page_count = 2");
  try {
    return database.exec("insert into full values (zeroblob(100000))");
  } catch (error) {
    return error;
  }
}

const ofPostgres = (code: string, message: string) => Object.assign(new Error(message), { code });

test("the cause of a failure says what cannot be reached or done, and quotes nothing that anybody sent", async () => {
  expect(causeInLog(await refusedConnection())).toMatch(/^\w*Error ECONNREFUSED, connect \S+:1(, connect \S+:1)?$/);
  expect(causeInLog(fullDatabase())).toBe("Error ERR_SQLITE_ERROR 13, database or disk is full");
  expect(causeInLog(ofPostgres("57P03", "the database system is starting up"))).toBe(
    "Error 57P03, the database system is starting up",
  );
  expect(causeInLog(ofPostgres("22P02", 'invalid input: "A1234567"'))).toBe("Error 22P02");
});
