import { type RawBuilder, sql } from "kysely";
import type { Database, Reader } from "./database.ts";

type Size = { bytes: number };

const ofFile = sql<Size>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
const ofDatabase = sql<Size>`select pg_database_size(current_database()) as bytes`;

/** The size of all tables and indexes on the disk. */
export async function databaseSize({ engine, read, lookups }: Database): Promise<number> {
  if (engine === "postgres") return bytesOf(read, ofDatabase);
  return (await bytesOf(read, ofFile)) + (await bytesOf(lookups.read, ofFile));
}

async function bytesOf<Tables>(reader: Reader<Tables>, question: RawBuilder<Size>): Promise<number> {
  const { rows } = await question.execute(reader);
  return Number(rows[0]?.bytes);
}
