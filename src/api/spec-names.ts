import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { LastDays, Particulars } from "#core/records/record-details.ts";
import {
  type DocumentApiName,
  documentApiName,
  type DocumentKind,
  documentKinds,
  isSpecifiedKind,
  otherKinds,
} from "#core/records/document-kinds.ts";
import {
  type AnyKind,
  type ByKind,
  isOwnPaper,
  type OwnPaper,
  ownPapersIn,
  withOwnPapers,
} from "#core/own-fields/own-paper.ts";
import { datedKinds, kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import { endedIn, type WithLastDays } from "#core/records/visibility.ts";
import { type FieldProblem, type FieldProblems, PortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { Role } from "#core/accounts/roles.ts";
import {
  eachField,
  type FieldName,
  otherFields,
  recordFields,
  type SpecifiedField,
  specifiedFields,
} from "#core/records/record-fields.ts";

export const imageFields = documentKinds.filter(isSpecifiedKind).map(documentApiName);

/** The names of the documents that may have a last day. */
export const datedFields = kindsWithLastDay.map(documentApiName);

/** The registry of staff accounts, as the specification spells it. */
export const accountsRegistry = "Austrellia" as const;

/** The specification's word for each role, and the title that it shows to people. */
export const roleNames = {
  admin: { role: "admin", title: "Admin" },
  moderator: { role: "instructor", title: "Moderator" },
  organisation: { role: "organisation", title: "Organisation" },
  student: { role: "student", title: "Student" },
} as const satisfies Record<Role, { role: string; title: string }>;

export type DatedField = (typeof datedFields)[number];
type ApiName = (typeof recordFields)[SpecifiedField]["apiName"];

/** Makes a value for each text of the specification, under its name in the calls. */
export const inApi = <Value>(valueOf: (name: SpecifiedField) => Value): Record<ApiName, Value> =>
  Object.fromEntries(specifiedFields.map((name) => [recordFields[name].apiName, valueOf(name)])) as Record<
    ApiName,
    Value
  >;

type SpecLastDays = { [Field in DatedField]?: string | undefined };
type SpecParticulars = Record<ApiName, string>;
type SpecImages = Record<DocumentApiName, string>;

type SpecRecord = { _id: string } & SpecParticulars &
  SpecImages & { User_Hide: "No" | "yes"; Status: "Approved" | "Denied"; database_of_client: string };

export type RecordField = keyof SpecRecord;

/** The values of fields that are not in the specification, by their own names. */
type Fields = Readonly<Record<string, string>>;

/**
 * What is not in the specification. `documents`: the address of the first page of each document that the record has, by its
 * kind. `fields` and `documents` are absent if there are none.
 */
type Besides = {
  Last_days?: SpecLastDays | undefined;
  fields?: Fields | undefined;
  documents?: Fields | undefined;
  /** The operator's own papers and their last days, by paper id. */
  papers?: Fields | undefined;
  Paper_last_days?: Fields | undefined;
};

/** A record with last days if the caller requests them. `ended`: only strangers are told, staff see all days. */
export type AnsweredRecord = SpecRecord & Besides & { ended?: Fields | undefined };

/** A record as a caller sends it: without the state, which the caller cannot set. */
export type SentRecord = SpecParticulars & { [Field in DocumentApiName]?: string | undefined } & Besides;

type ShownRecord = Pick<Particulars, SpecifiedField> &
  Pick<CandidateRecord, "id" | "registry" | "documents" | "hidden" | "approval">;

/** The fields are in the order of the specification. `addressOf` returns the address of a page of a document. */
function toSpecRecord(shown: ShownRecord, addressOf: AddressOf): SpecRecord {
  const firstPageOf = (kind: DocumentKind) => firstPage(shown, kind, addressOf);
  // Written out instead of a loop, because every lookup runs this.
  return {
    _id: shown.id,
    id: shown.passportNumber,
    IRCC_Num: shown.irccNumber,
    name: shown.name,
    F_name: shown.fatherName,
    M_name: shown.motherName,
    Po_address: shown.address,
    nationality: shown.nationality,
    P_url: firstPageOf("photo"),
    Doc_1_PC: firstPageOf("workPermit"),
    Doc_2_PC: firstPageOf("jobOffer"),
    Doc_3_PC: firstPageOf("application"),
    Doc_4_PC: firstPageOf("lmia"),
    Doc_5_PC: firstPageOf("visaPaper"),
    Doc_11_PC: firstPageOf("medical"),
    Doc_12_PC: firstPageOf("policeClearance"),
    Doc_13_PC: firstPageOf("fingerprint"),
    Doc_14_PC: firstPageOf("ticket"),
    Doc_19_PC: firstPageOf("visaApproval"),
    Doc_189_PC: firstPageOf("idCard"),
    User_Hide: shown.hidden ? "yes" : "No",
    Status: shown.approval === "approved" ? "Approved" : "Denied",
    database_of_client: shown.registry,
  };
}

type AddressOf = (page: string) => string;

function firstPage({ documents }: Pick<ShownRecord, "documents">, kind: AnyKind, addressOf: AddressOf): string {
  const page = documents[kind]?.[0];
  return page ? addressOf(page.image) : "";
}

type Wanted<Name extends FieldName> = {
  lastDays: LastDays | undefined;
  /** The fields beside those of the specification that the caller sees. */
  fields: readonly Name[];
  /** The values of the operator's own fields, by field id. */
  own?: Fields | undefined;
  /** The operator's own papers. */
  papers?: readonly Pick<OwnPaper, "id" | "hasLastDay">[];
};

/** Like `toSpecRecord`, with what is not in the specification. */
export function toAnsweredRecord<Name extends FieldName>(
  shown: ShownRecord & Pick<Particulars, Name>,
  addressOf: AddressOf,
  { lastDays, fields, own, papers = [] }: Wanted<Name>,
): AnsweredRecord {
  const answered: AnsweredRecord = toSpecRecord(shown, addressOf);
  if (lastDays)
    answered.Last_days = Object.fromEntries(
      datedKinds(lastDays).flatMap(([kind, day]) => (isOwnPaper(kind) ? [] : [[documentApiName(kind), day]])),
    );
  if (fields.length > 0) answered.fields = eachField(fields, (name) => shown[name]);
  if (own) answered.fields = { ...answered.fields, ...own };
  if (papers.length > 0)
    answered.papers = Object.fromEntries(papers.map(({ id }) => [id, firstPage(shown, id, addressOf)]));
  const dated = lastDays ? papers.filter(({ id, hasLastDay }) => hasLastDay && lastDays[id]) : [];
  if (dated.length > 0)
    answered.Paper_last_days = Object.fromEntries(dated.map(({ id }) => [id, lastDays?.[id] ?? ""]));
  const others = otherKinds.filter((kind) => shown.documents[kind]);
  if (others.length > 0)
    answered.documents = Object.fromEntries(others.map((kind) => [kind, firstPage(shown, kind, addressOf)]));
  return answered;
}

/** The last days that were over before this day of the office, the newest first. */
export const endedByName = (found: WithLastDays, today: string): Fields =>
  Object.fromEntries(
    endedIn(found, today).map(({ kind, lastDay }) => [isOwnPaper(kind) ? kind : documentApiName(kind), lastDay]),
  );

export const fromSpecRecord = (sent: SentRecord, publicOrigin: string) => ({
  ...fieldsIn(sent),
  images: imagesIn(sent, publicOrigin),
  lastDays: lastDaysOf(sent),
});

/** A field that is not sent is left out: an update keeps its value. All others are the operator's, or unknown there. */
function fieldsIn({ fields = {}, ...sent }: SentRecord) {
  const isOther = (name: string) => otherFields.some((known) => known === name);
  const [others, own] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isOther(name) === wanted)),
  );
  return { particulars: { ...eachField(specifiedFields, (name) => sent[recordFields[name].apiName]), ...others }, own };
}

/** Which papers the operator has is checked where records are. */
function refuseUnknownDocuments({ documents = {}, papers = {}, Paper_last_days: days = {} }: SentRecord): void {
  const isOther = (name: string) => otherKinds.some((known) => known === name);
  const unknown = [
    ...unknownIn("documents", documents, isOther),
    ...unknownIn("papers", papers, isOwnPaper),
    ...unknownIn("Paper_last_days", days, isOwnPaper),
  ];
  if (unknown.length === 0) return;
  throw new PortalError("invalid", { fields: Object.fromEntries(unknown.map((field) => [field, "unknown-choice"])) });
}

const unknownIn = (part: string, sent: Fields, isKnown: (name: string) => boolean): string[] =>
  Object.keys(sent).flatMap((name) => (isKnown(name) ? [] : [`${part}.${name}`]));

function lastDaysOf({ Last_days: sent = {}, Paper_last_days: ofPapers = {} }: SentRecord): LastDays {
  const days: LastDays = {};
  for (const paper of ownPapersIn(ofPapers)) days[paper] = ofPapers[paper] ?? "";
  for (const kind of kindsWithLastDay) {
    const day = sent[documentApiName(kind)];
    if (day !== undefined) days[kind] = day;
  }
  return days;
}

type SentImages = ByKind<string | null>;

/** Returns for each kind the image behind an address of this site, null for "", and nothing for an omitted field. */
function imagesIn(sent: SentRecord, publicOrigin: string): SentImages {
  const { documents = {}, papers = {} } = sent;
  refuseUnknownDocuments(sent);
  const images: SentImages = {};
  const fields: Record<string, FieldProblem> = {};
  const addressOf = (kind: AnyKind) => {
    if (isOwnPaper(kind)) return papers[kind];
    return isSpecifiedKind(kind) ? sent[documentApiName(kind)] : documents[kind];
  };
  for (const kind of withOwnPapers(documentKinds, papers)) {
    const address = addressOf(kind);
    if (address === undefined) continue;
    const image = address === "" ? null : imageBehind(address, publicOrigin);
    if (image === undefined) fields[imageField(kind)] = "foreign-image";
    else images[kind] = image;
  }
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return images;
}

function imageBehind(address: string, publicOrigin: string): string | undefined {
  const url = URL.parse(address);
  if (url?.origin !== publicOrigin) return undefined;
  const [, page = ""] = /^\/images\/([^/]+)\/(?:2000|480)$/.exec(url.pathname) ?? [];
  return imageOfPage(page) ?? undefined;
}

/** Takes any name, also while no kind or field is outside the specification. */
const nameUnder = (part: string, name: string) => `${part}.${name}`;

function imageField(kind: AnyKind): string {
  if (isOwnPaper(kind)) return `papers.${kind}`;
  return isSpecifiedKind(kind) ? documentApiName(kind) : nameUnder("documents", kind);
}

const allNames = new Map<string, string>([
  ...specifiedFields.map((name) => [name, recordFields[name].apiName] as const),
  ...otherFields.map((name) => [name, nameUnder("fields", name)] as const),
  ...documentKinds.map((kind) => [kind, imageField(kind)] as const),
  ...kindsWithLastDay.map((kind) => [lastDayField(kind), `Last_days.${documentApiName(kind)}`] as const),
]);

/** Replaces the field names of an error by the names that the calls use. */
export function inSpecNames(error: PortalError): PortalError {
  const { id, fields, record } = error;
  if (!fields) return error;
  return new PortalError(id, { fields: specFields(fields), ...(record && { record }), cause: error });
}

export function specName(field: string): string {
  if (isOwnPaper(field)) return imageField(field);
  return allNames.get(field) ?? field.replace(/^own\./, "fields.").replace(/^lastDays\./, "Paper_last_days.");
}

export const specFields = (fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([field, problem]) => [specName(field), problem]));
