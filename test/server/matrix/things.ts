import { isStaffRole } from "#core/accounts/roles.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pageId } from "#core/images/image-id.ts";
import { linkEnd } from "#core/images/image-links.ts";
import type { ChosenKind } from "#core/records/bulk-run.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { system } from "#core/accounts/actor.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { receiveImport } from "#operations/imports/receive-import.ts";
import { addRecord } from "#operations/records/add-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord, decideOnRecord } from "#operations/records/change-record.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { signImages } from "#sealing/keyed-hashes.ts";
import { sealToken } from "#sealing/token.ts";
import { particulars } from "../../support/accounts/people.ts";
import { drawnDocument, uploaded } from "../../support/documents.ts";
import { holderOf } from "../../support/holders.ts";
import { actorOf, freshEmail, freshAccount, openSession, registered } from "../../support/accounts/fresh-accounts.ts";
import { isOfficeFamily, missingOfficeThing, officeThing } from "./office-things.ts";
import type { Persona } from "./personas.ts";
import type { Family, Relation } from "./reach.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { insertPasskey } from "#storage/database/accounts/factors.ts";

const machine = system("test");

/** The values with which a request names a thing: parts of its path, fields of its body. */
export type Thing = Readonly<Record<string, string>>;

/** Makes the things that requests name when they are first needed, and again after a request has changed them. */
export class Things {
  readonly #portal: Portal;
  readonly #made = new Map<string, Promise<Thing>>();
  #stranger: Promise<string> | undefined;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  find(family: Family, relation: Relation, persona: Persona): Promise<Thing> {
    const key = keyOf(family, relation, persona);
    const thing = this.#made.get(key) ?? this.#make(family, relation, persona);
    this.#made.set(key, thing);
    return thing;
  }

  forget(family: Family, relation: Relation, persona: Persona): void {
    this.#made.delete(keyOf(family, relation, persona));
  }

  /** Every record that no request was allowed to change, with its version when it was made and now. */
  async recordsThatWereLeftAlone(): Promise<{ made: unknown; now: unknown }[]> {
    const kept = (await Promise.all(this.#made.values())).flatMap(({ version, id = "" }) =>
      version ? [{ id, version }] : [],
    );
    const rows = await this.#portal.database.read.selectFrom("candidate").select(["id", "version"]).execute();
    const versions = new Map(rows.map(({ id, version }) => [id, String(version)]));
    return kept.map(({ id, version }) => ({ made: [id, version], now: [id, versions.get(id)] }));
  }

  async #make(family: Family, relation: Relation, persona: Persona): Promise<Thing> {
    const portal = this.#portal;
    const isOwn = relation.startsWith("own");
    if (family === "settings") {
      const isMissing = relation === "missing";
      return { settingsId: isMissing ? "other" : "settings", section: isMissing ? "other" : "records" };
    }
    if (isOfficeFamily(family)) {
      if (relation === "missing") return missingOfficeThing();
      // A person who no longer counts as an account has no thing of their own.
      const isTheirs = isOwn && persona.counts.kind === "account";
      return officeThing(portal, family, isTheirs ? (persona.person?.id ?? "") : "");
    }
    if (family === "bulk run") return this.#bulkRun("export", relation, persona);
    if (family === "cards") return this.#bulkRun("cards", relation, persona);
    if (family === "updating run") return this.#bulkRun("update", relation, persona);
    if (family === "import") return this.#import(relation, persona);
    if (family === "person") return this.#person(relation, persona);
    if (family === "session" || family === "passkey") {
      const exists = relation !== "missing" && persona.counts.kind === "account";
      if (!exists) return { id: randomUUID() };
      const personId = isOwn ? (persona.person?.id ?? "") : await (this.#stranger ??= strangerIn(portal));
      const id = family === "session" ? (await openSession(portal, personId)).id : await addPasskey(portal, personId);
      return { id, exists: "yes" };
    }
    if (relation === "missing") return missingRecord(portal);
    const owner = isOwn ? (persona.person?.id ?? "") : "somebody-else";
    if (family === "record") return record(portal, owner, relation, false);
    if (family === "upload" && !/hidden|denied/.test(relation)) {
      return { image: await uploaded(portal, actorOf(owner, "moderator"), await drawnDocument(40, 50)) };
    }
    const pictured = await record(portal, owner, relation, true);
    return family === "share" ? { ...pictured, ...(await shared(portal, pictured)) } : pictured;
  }

  /** A bulk run over one record that its owner added. */
  async #bulkRun(kind: ChosenKind, relation: Relation, { person, counts }: Persona): Promise<Thing> {
    if (relation === "missing") return missingRecord(this.#portal);
    const isTheirs = relation === "own" && person !== null && counts.kind === "account";
    const owner = isTheirs ? actorOf(person.id, counts.role) : await freshAccount(this.#portal, "moderator");
    const { id, name = "" } = await record(this.#portal, owner.id, relation, false);
    const mayAsk = isStaffRole(owner.role);
    return mayAsk
      ? { ...(await askForRun(this.#portal, owner, kind, { ids: [id ?? ""] })), name }
      : { id: randomUUID(), name };
  }

  /** An import whose file was received. */
  async #import(relation: Relation, { person, counts }: Persona): Promise<Thing> {
    const isTheirs = relation === "own" && person !== null && counts.kind === "account" && counts.role === "admin";
    if (relation === "missing" || (relation === "own" && !isTheirs)) return { id: randomUUID() };
    const owner = isTheirs ? actorOf(person.id, "admin") : await freshAccount(this.#portal, "admin");
    const table = Readable.from([Buffer.from("Passport,Name\nAB1234567,Rahim\n")]);
    return { id: (await receiveImport(this.#portal, owner, table)).id };
  }

  async #person(relation: Relation, { person }: Persona): Promise<Thing> {
    if (relation === "own" && person) return { id: person.id, email: person.email };
    const email = freshEmail();
    if (relation === "missing") return { id: randomUUID(), email };
    if (relation === "denied") return { id: (await registered(this.#portal, email)).id, email };
    const { id } = await freshAccount(this.#portal, "student", email);
    if (relation === "hidden") await suspendAccount(this.#portal, machine, { id });
    return { id, email };
  }
}

/** Things that are not the person's own are shared by all who try them. */
const keyOf = (family: Family, relation: Relation, { name }: Persona) =>
  [family, relation, relation.startsWith("own") ? name : ""].join();

const strangerIn = async (portal: Portal) => (await freshAccount(portal, "student")).id;

const signed = ({ keyring, now }: Portal, id: string, number: string): Thing => {
  const until = linkEnd(now());
  const ticket = sealToken(keyring, "watch-offer", { number, name: "", until });
  return { until: String(until), ticket, signature: signImages(keyring, { record: id, until, policy: "open" }) };
};

async function record(portal: Portal, owner: string, relation: Relation, hasPicture: boolean): Promise<Thing> {
  const actor = actorOf(owner, "moderator");
  const image = hasPicture ? await uploaded(portal, actor, await drawnDocument(40, 50)) : "";
  const name = `Rahim ${mailsOf(randomBytes(12))}`;
  const typed = particulars({ name });
  const { id } = await addRecord(portal, actor, { particulars: typed, images: image ? { workPermit: image } : {} });
  if (!relation.endsWith("denied")) await decideOnRecord(portal, machine, { id }, "approve");
  if (relation.endsWith("hidden")) await hideRecord(portal, machine, { id });
  const { version } = await portal.database.read
    .selectFrom("candidate")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const numbers = { passportNumber: String(typed["passportNumber"]), value: String(typed["irccNumber"]) };
  const page = pageId({ image, page: 1 });
  return { id, name, ...numbers, image, page, version: String(version), ...signed(portal, id, numbers.passportNumber) };
}

/** Makes a share code as the holder, and the token with which the answer to that code opens its images. */
async function shared(portal: Portal, { id = "" }: Thing): Promise<Thing> {
  const { opened } = await holderOf(portal, { id });
  const wish = { whom: "bank", days: "7", uses: "100", [sharesField("workPermit")]: "on" };
  const { code } = await makeShareCode(portal, opened, wish);
  const [made] = (await ownShareCodes(portal, opened)).codes;
  return { code, token: sealToken(portal.keyring, "share", { code: made?.id, until: linkEnd(portal.now()) }) };
}

function missingRecord(portal: Portal): Thing {
  const [id, image] = [randomUUID(), randomBytes(16).toString("hex")];
  const numbers = { passportNumber: "Z99999999", value: "Z888888888" };
  const share = { code: "777-777-777", token: "none" };
  return {
    id,
    name: "Nobody at all",
    ...share,
    ...numbers,
    image,
    page: pageId({ image, page: 1 }),
    ...signed(portal, id, numbers.passportNumber),
  };
}

const mailsOf = (bytes: Uint8Array) => [...bytes].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");

async function addPasskey(portal: Portal, personId: string): Promise<string> {
  const id = randomUUID();
  const key = {
    public_key: "a key",
    credential_id: id,
    counter: 0,
    device_type: "singleDevice",
    backed_up: 0,
  } as const;
  const row = { ...key, id, person_id: personId, name: "old name", transports: null, aaguid: null, added_at: 0 };
  await portal.database.write((writer) => changeAccount(portal, writer, personId, () => insertPasskey(writer, row)));
  return id;
}
