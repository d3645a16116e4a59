import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended from outside
  export interface ProvidedContext {
    /** One PostgreSQL server for the whole run; a test takes a database of its own with `createDatabase`. */
    postgresUrl: string;
  }
}

export default async function startServers({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  provide("postgresUrl", postgres.url);
  return postgres.stop;
}
