import path from "node:path";
import type { Engine } from "#storage/database/database.ts";
import { cookieOfAdmin } from "./member.ts";
import { type Ground, settings } from "./served-site.ts";

/** Where `npm run faults` makes its sites. */
export type Workplace = {
  folder: string;
  newFolder: () => Promise<string>;
  newDatabase: () => Promise<string>;
};

/** A site that nobody else uses. */
export async function newGround(
  { newFolder, newDatabase }: Workplace,
  engine: Engine,
  more: Record<string, string> = {},
): Promise<Ground> {
  const DATABASE_URL = engine === "postgres" ? await newDatabase() : "";
  const environment = { ...settings, DATABASE_URL, DATA_DIR: path.join(await newFolder(), "data"), ...more };
  return { environment, cookie: await cookieOfAdmin(environment) };
}
