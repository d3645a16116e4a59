import path from "node:path";
import type { Engine } from "#storage/database/database.ts";
import { cookieOfAdmin } from "./member.ts";
import { type SiteSetup, settings } from "./served-site.ts";

/** Where the rows make their sites. */
export type Workplace = {
  folder: string;
  newFolder: () => Promise<string>;
  newDatabase: () => Promise<string>;
};

/** Makes a new site. */
export async function newSiteSetup(
  { newFolder, newDatabase }: Workplace,
  engine: Engine,
  more: Record<string, string> = {},
): Promise<SiteSetup> {
  const DATABASE_URL = engine === "postgres" ? await newDatabase() : "";
  const environment = { ...settings, DATABASE_URL, DATA_DIR: path.join(await newFolder(), "data"), ...more };
  return { environment, cookie: await cookieOfAdmin(environment) };
}
