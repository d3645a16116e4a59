/**
 * Two rows that transactions on PostgreSQL lock in place of whole tables. SQLite has one writer anyway.
 *
 * - `migrations` is locked by whoever makes or changes tables.
 * - `writes` is locked for share by each transaction that writes. A step that is not additive adds its name there, and a
 *   move locks the row. Both wait until no such transaction is open; transactions that begin meanwhile go first. From
 *   then on, transactions wait for the end of the step or the move, and then read the new `steps`.
 */
export const schemaLockTable = `create table if not exists schema_lock (name text primary key, steps text not null);
  insert into schema_lock (name, steps) values ('migrations', ''), ('writes', '') on conflict (name) do nothing`;

export const lockMigrations = "select 1 from schema_lock where name = 'migrations' for update";
export const lockWrites = "select 1 from schema_lock where name = 'writes' for update";
export const shareWrites = "select steps from schema_lock where name = 'writes' for share";

export const addSteps = (names: readonly string[]): string =>
  `update schema_lock set steps = steps || '${names.map((name) => ` ${name}`).join("")}' where name = 'writes'`;
