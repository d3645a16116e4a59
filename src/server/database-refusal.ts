import type { Config } from "#config";
import { codeOf, isPortalError, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { databaseFile, databaseLocation } from "#storage/database/open-database.ts";

type Place = Pick<Config, "DATABASE_URL" | "DATA_DIR">;

/** Says in a sentence why the database cannot be opened, and what to do. */
export const refuseUnreachable =
  ({ DATABASE_URL, DATA_DIR }: Place) =>
  (error: unknown): never => {
    if (error instanceof StartRefused) throw error;
    const isFile = databaseFile(DATABASE_URL, DATA_DIR) !== null;
    const [todo] = isFile
      ? ["Check DATABASE_URL and DATA_DIR: they must name a file of Attestry that this user may write."]
      : (remedies.find(([, isOf]) => isOf(error)) ?? ["Check DATABASE_URL."]);
    throw new StartRefused(
      `The database ${databaseLocation(DATABASE_URL, DATA_DIR)} cannot be opened: ${reasonOf(error)}. ${todo}`,
      { cause: error },
    );
  };

const causeOf = (error: unknown) => (isPortalError(error) && error.cause !== undefined ? error.cause : error);

/** Node tries all addresses of a name, and then has one error for all. */
const codesOf = (error: unknown): string[] =>
  error instanceof AggregateError ? error.errors.flatMap(codesOf) : [codeOf(error) ?? ""];

const hasCode = (codes: RegExp) => (error: unknown) => codesOf(causeOf(error)).some((code) => codes.test(code));
const says = (words: RegExp) => (error: unknown) => words.test(reasonOf(error));

const remedies: readonly [todo: string, isOf: (error: unknown) => boolean][] = [
  ["Start PostgreSQL, or correct host and port in DATABASE_URL.", hasCode(/^E(CONNREFUSED|HOSTUNREACH|NETUNREACH)$/)],
  ["Correct the host in DATABASE_URL, or its entry in the DNS.", hasCode(/^E(NOTFOUND|AI_AGAIN)$/)],
  ["Correct user and password in DATABASE_URL.", hasCode(/^28P01$/)],
  ["Correct user and password in DATABASE_URL.", says(/^SASL|password must be/)],
  ["Create that database, or correct its name in DATABASE_URL.", hasCode(/^3D000$/)],
  ["Let pg_hba.conf admit this user from this machine, or correct DATABASE_URL.", hasCode(/^28000$/)],
  ["Turn TLS on in PostgreSQL, or take sslmode out of DATABASE_URL.", says(/does not support SSL/)],
  [
    "Renew PostgreSQL's certificate, or name its authority in NODE_EXTRA_CA_CERTS.",
    hasCode(/CERT|ALTNAME|UNABLE_TO|SELF_SIGNED/),
  ],
  ["Raise that limit, as in: alter role … connection limit -1. Each process uses ten.", says(/connections for role/)],
  [
    "Raise that limit, as in: alter database … connection limit -1. Each process uses ten.",
    says(/connections for data/),
  ],
  ["Raise max_connections of PostgreSQL, or end other sessions. Each process uses ten.", hasCode(/^53300$/)],
  [
    "End what holds the lock, or take this timeout off the role, as in: alter role … reset all.",
    hasCode(/^(55P03|57014|57P05|25P0[34])$/),
  ],
  ["Check whether PostgreSQL runs there, and host and port in DATABASE_URL.", says(/time/i)],
];
