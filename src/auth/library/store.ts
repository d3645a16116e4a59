import { createAdapterFactory, type CustomAdapter } from "better-auth/adapters";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "#storage/database/database.ts";

type Row = Record<string, unknown>;
type Condition = Parameters<CustomAdapter["findOne"]>[0]["where"][number];

/** What better-auth would keep and we do not: Google's tokens, addresses of clients, its own count of wrong codes. */
const forgotten = new Set([
  "accessToken",
  "refreshToken",
  "idToken",
  "accessTokenExpiresAt",
  "refreshTokenExpiresAt",
  "scope",
  "ipAddress",
  "failedVerificationCount",
  "lockedUntil",
]);

/**
 * better-auth's view of our database. Each of its writes is a transaction of its own: nothing it does in between, such
 * as hashing a password, ever holds the one writer.
 */
export const openStore = (database: Database) =>
  createAdapterFactory({
    config: {
      adapterId: "attestry",
      transaction: false,
      customTransformInput: ({ data }: { data: unknown }) => asStored(data),
      customTransformOutput: ({ data, fieldAttributes: { type } }) => asRead(data, type),
    },
    // Conditions and rows come with our names of columns, an order does not.
    adapter: ({ getFieldName }) => new Store(database, (model, field) => getFieldName({ model, field })),
  });

class Store implements CustomAdapter {
  readonly #database: Database;
  readonly #columnOf: (model: string, field: string) => string;

  constructor(database: Database, columnOf: (model: string, field: string) => string) {
    this.#database = database;
    this.#columnOf = columnOf;
  }

  async create<T extends Row>({ model, data }: { model: string; data: T }): Promise<T> {
    const row = Object.entries(kept(data));
    const columns = sql.join(row.map(([column]) => sql.ref(column)));
    const values = sql.join(row.map(([, value]) => value));
    const [created] = await this.#change<T>(
      sql`insert into ${sql.table(model)} (${columns}) values (${values}) returning *`,
    );
    if (!created) throw new Error(`${model} was not stored`);
    return created;
  }

  async update<T>({ model, where, update }: { model: string; where: Condition[]; update: T }): Promise<T | null> {
    return this.incrementOne<T>({ model, where, increment: {}, set: update as Row });
  }

  async updateMany({ model, where, update }: { model: string; where: Condition[]; update: Row }): Promise<number> {
    const set = assignments(kept(update));
    const rows = await this.#change(sql`update ${sql.table(model)} set ${set} where ${all(where)} returning id`);
    return rows.length;
  }

  async findOne<T>({ model, where }: { model: string; where: Condition[] }): Promise<T | null> {
    const [found] = await this.findMany<T>({ model, where, limit: 1 });
    return found ?? null;
  }

  async findMany<T>({ model, where, limit, sortBy, offset }: Parameters<CustomAdapter["findMany"]>[0]): Promise<T[]> {
    const order = sortBy
      ? sql`order by ${sql.ref(this.#columnOf(model, sortBy.field))} ${sortBy.direction === "desc" ? sql`desc` : sql`asc`}`
      : sql``;
    const { rows } = await sql<T>`
      select * from ${sql.table(model)} where ${all(where)} ${order} limit ${limit} offset ${offset ?? 0}
    `.execute(this.#database.read);
    return rows;
  }

  async delete({ model, where }: { model: string; where: Condition[] }): Promise<void> {
    await this.consumeOne({ model, where });
  }

  async deleteMany({ model, where }: { model: string; where: Condition[] }): Promise<number> {
    const rows = await this.#change(sql`delete from ${sql.table(model)} where ${all(where)} returning id`);
    return rows.length;
  }

  /** Of several who want the row at once, one gets it. */
  async consumeOne<T>({ model, where }: { model: string; where: Condition[] }): Promise<T | null> {
    const [row] = await this.#change<T>(
      sql`delete from ${sql.table(model)} where id = ${oneOf(model, where)} and ${all(where)} returning *`,
    );
    return row ?? null;
  }

  async incrementOne<T>({
    model,
    where,
    increment,
    set = {},
  }: Parameters<NonNullable<CustomAdapter["incrementOne"]>>[0]): Promise<T | null> {
    const steps = Object.entries(kept(increment)).map(
      ([column, step]) => [column, sql`${sql.ref(column)} + ${step}`] as const,
    );
    const changes = { ...Object.fromEntries(steps), ...kept(set) };
    if (Object.keys(changes).length === 0) return this.findOne<T>({ model, where });
    const [row] = await this.#change<T>(
      sql`update ${sql.table(model)} set ${assignments(changes)}
        where id = ${oneOf(model, where)} and ${all(where)} returning *`,
    );
    return row ?? null;
  }

  async count({ model, where }: { model: string; where?: Condition[] | undefined }): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(model)} where ${all(where)}`.execute(this.#database.read);
    return Number(rows[0]?.rows);
  }

  async #change<T>(statement: RawBuilder<unknown>): Promise<T[]> {
    return this.#database.write(async (writer) => {
      const { rows } = await statement.execute(writer);
      return rows as T[];
    });
  }
}

const kept = (data: Row): Row => Object.fromEntries(Object.entries(data).filter(([name]) => !forgotten.has(name)));

const assignments = (changes: Row) =>
  sql.join(Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));

const oneOf = (model: string, where: readonly Condition[]) =>
  sql`(select id from ${sql.table(model)} where ${all(where)} limit 1)`;

function all(where: readonly Condition[] = []): RawBuilder<unknown> {
  return where.length === 0 ? sql`1 = 1` : sql.join(where.map(condition), sql` and `);
}

const comparisons: Readonly<Record<string, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  lt: sql`<`,
  lte: sql`<=`,
  gt: sql`>`,
  gte: sql`>=`,
};

/** The conditions that better-auth asks with here. Others fail aloud rather than match too much. */
function condition({ field, operator = "eq", value, connector, mode }: Condition): RawBuilder<unknown> {
  const column = sql.ref(field);
  if (connector === "OR" || mode === "insensitive") throw new Error(`no such condition on ${field}`);
  if (operator === "in" && Array.isArray(value)) return sql`${column} in (${sql.join(value)})`;
  if (operator === "eq" && value === null) return sql`${column} is null`;
  const comparison = comparisons[operator];
  if (!comparison) throw new Error(`no such condition on ${field}: ${operator}`);
  return sql`${column} ${comparison} ${value}`;
}

function asStored(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === "boolean" ? Number(value) : value;
}

function asRead(value: unknown, type: unknown): unknown {
  if (type === "date" && typeof value === "number") return new Date(value);
  return type === "boolean" && typeof value === "number" ? value === 1 : value;
}
