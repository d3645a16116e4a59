import { type Decoded, decodedColumn, number, shape, text } from "#core/stored/decoders.ts";
import { isDeepStrictEqual } from "node:util";
import { PortalError } from "#core/errors.ts";
import { contentOf, type HasRowKeys } from "../bound-rows.ts";
import { type Database, isRowId, type Reader, type Writer } from "../database.ts";
import { type Row, updateRow } from "../rows.ts";
import { lockPerson } from "./accounts.ts";
import { deletePhoto } from "./photos.ts";

/** The columns of an account that sessions, keys and sign-ins read. Each other reader of rights selects them, too. */
export const accountColumns = [
  "person.email",
  "person.email_confirmed",
  "person.name",
  "person.photo_url",
  "person.has_totp",
  "person.added_at",
  "person.changed_at as person_changed_at",
  "person.ways",
  "person.row_hash as person_hash",
  "staff.role",
  "staff.organisation_id",
  "staff.given_by",
  "staff.given_at",
  "staff.suspended_at",
  "staff.suspended_by",
] as const;

/** `role` and the other columns of `staff` are null for a person who was never given a role. */
export type AccountColumns = { person_id: string; person_changed_at: number; person_hash: Uint8Array | null } & Omit<
  Row<"person">,
  "id" | "changed_at" | "row_hash"
> & { [Column in keyof Omit<Row<"staff">, "person_id">]: Row<"staff">[Column] | null };

function contentOfAccount(row: AccountColumns): unknown[] {
  const person = contentOf("person", { ...row, id: row.person_id, changed_at: row.person_changed_at });
  return row.role === null ? person : [...person, "staff", ...contentOf("staff", row)];
}

/** False if the account was changed past the program: it is closed. What says how it signs in is not compared yet. */
export const isAccountBound = ({ keyring }: HasRowKeys, row: AccountColumns): boolean =>
  keyring.rows.holds("account", contentOfAccount(row), row.person_hash);

/** How often each way to sign in is stored. `hash` covers the rows. */
const storedWays = shape({ passwords: number, providers: number, passkeys: number, hash: text });
type Ways = Decoded<typeof storedWays>;

const noWays: Ways = { passwords: 0, providers: 0, passkeys: 0, hash: "" };

/** As the account was bound. A row that was inserted or deleted since then does not count. */
export const waysOf = ({ person_id: id, ways }: Pick<AccountColumns, "person_id" | "ways">): Ways =>
  ways === null ? noWays : decodedColumn(storedWays, "person", id, ways);

/** An account with the rows that sign in to it. */
export type WholeAccount = AccountColumns & {
  counts: Omit<Ways, "hash">;
  /** What `hash` covers. */
  wayRows: unknown[];
};

/** In the order of the ids. Ids without an account are left out. */
export async function wholeAccounts(reader: Reader, ids: readonly string[]): Promise<WholeAccount[]> {
  const wanted = ids.filter(isRowId);
  if (wanted.length === 0) return [];
  const found = await reader
    .selectFrom("person")
    .leftJoin("staff", "staff.person_id", "person.id")
    .select("person.id as person_id")
    .select(accountColumns)
    .where("person.id", "in", wanted)
    .orderBy("person.id")
    .execute();
  const methods = await reader.selectFrom("sign_in_method").selectAll().where("person_id", "in", wanted).execute();
  const apps = await reader.selectFrom("totp").selectAll().where("person_id", "in", wanted).execute();
  const passkeys = await reader.selectFrom("passkey").selectAll().where("person_id", "in", wanted).execute();
  return found.map((row) => {
    const own = <Way extends { id: string; person_id: string }>(rows: readonly Way[]) =>
      rows.filter((one) => one.person_id === row.person_id).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const [ownMethods, ownApps, ownPasskeys] = [own(methods), own(apps), own(passkeys)];
    return {
      ...row,
      counts: {
        passwords: ownMethods.filter(({ password_hash: hash }) => hash !== null).length,
        providers: ownMethods.filter(({ provider }) => provider !== "credential").length,
        passkeys: ownPasskeys.length,
      },
      wayRows: [
        ...ownMethods.flatMap((one) => ["sign_in_method", ...contentOf("sign_in_method", one)]),
        ...ownApps.flatMap((one) => ["totp", ...contentOf("totp", one)]),
        ...ownPasskeys.flatMap((one) => ["passkey", ...contentOf("passkey", one)]),
      ],
    };
  });
}

/** False if anything of the account was changed past the program, or a row of it was inserted, deleted or put back. */
export const isWhole = (site: HasRowKeys, account: WholeAccount): boolean =>
  isAccountBound(site, account) &&
  site.keyring.rows.holds("ways", account.wayRows, Buffer.from(waysOf(account).hash, "base64url"));

/** The same for an account of which only the id is known. True if there is none. */
export async function isWholeById(site: HasRowKeys, reader: Reader, id: string): Promise<boolean> {
  const [account] = await wholeAccounts(reader, [id]);
  return account === undefined || isWhole(site, account);
}

/** Binds the account as it is stored. The caller knows that it is right. */
export async function bindAccount(
  { keyring }: HasRowKeys,
  writer: Writer,
  account: WholeAccount,
  changedAt = account.person_changed_at,
): Promise<void> {
  const hash = Buffer.from(keyring.rows.bind("ways", account.wayRows)).toString("base64url");
  const ways = JSON.stringify({ ...account.counts, hash } satisfies Ways);
  const row_hash = keyring.rows.bind("account", contentOfAccount({ ...account, ways, person_changed_at: changedAt }));
  await updateRow(writer, "person", account.person_id, { ways, row_hash, changed_at: changedAt });
}

/** A picture was made of one address, for a person with a role. */
const losesPhoto = (before: AccountColumns, after: AccountColumns): boolean =>
  before.photo_url !== after.photo_url || (hasRole(before) && !hasRole(after));

const hasRole = ({ role }: AccountColumns) => role !== null && role !== "student";

type Site = HasRowKeys & { readonly database: Pick<Database, "engine">; readonly now: () => number };

/** What happens to an account that was changed past the program. `begins-anew`: `work` leaves nothing of it but the id. */
type IfClosed = "is-refused" | "stays-closed" | "begins-anew";

/**
 * The frame of everything that makes or changes an account: its person, its role, and how it signs in. Locks the person, refuses
 * an account that was changed past the program, and binds it again. Must not be called within itself for the same person.
 */
export async function changeAccount<Result>(
  site: Site,
  writer: Writer,
  id: string,
  work: (isClosed: boolean) => Promise<Result>,
  ifClosed: IfClosed = "is-refused",
): Promise<Result> {
  await lockPerson(site.database, writer, id);
  const [before] = await wholeAccounts(writer, [id]);
  const isClosed = before !== undefined && !isWhole(site, before);
  if (isClosed && ifClosed === "is-refused") throw new PortalError("account-closed");
  const result = await work(isClosed);
  const [after] = await wholeAccounts(writer, [id]);
  if (!after || (isClosed && ifClosed === "stays-closed")) return result;
  if (before && losesPhoto(before, after)) await deletePhoto(writer, id);
  if (isClosed || !isDeepStrictEqual(after, before)) {
    const earliest = before ? Math.max(site.now(), before.person_changed_at + 1) : 0;
    await bindAccount(site, writer, after, Math.max(after.person_changed_at, earliest));
  }
  return result;
}
