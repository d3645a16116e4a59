import type { Candidate, Documents, Particulars } from "#core/candidates/candidate.ts";
import { type DocumentKind, documentKinds } from "#core/candidates/document-kinds.ts";
import { type FieldProblem, type FieldProblems, PortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { Role } from "#core/staff/roles.ts";

/** What the specification's calls name the particulars. Everywhere else names explain themselves. */
export const particularNames = {
  passportNumber: "id",
  irccNumber: "IRCC_Num",
  name: "name",
  fatherName: "F_name",
  motherName: "M_name",
  address: "Po_address",
  nationality: "nationality",
} as const satisfies Record<keyof Particulars, string>;

export const imageNames = {
  photo: "P_url",
  workPermit: "Doc_1_PC",
  jobOffer: "Doc_2_PC",
  application: "Doc_3_PC",
  lmia: "Doc_4_PC",
  visaPaper: "Doc_5_PC",
  medical: "Doc_11_PC",
  policeClearance: "Doc_12_PC",
  fingerprint: "Doc_13_PC",
  ticket: "Doc_14_PC",
  visaApproval: "Doc_19_PC",
  idCard: "Doc_189_PC",
} as const satisfies Record<DocumentKind, string>;

/** The staff accounts' registry, as the specification has it. */
export const staffRegistry = "Austrellia" as const;

/** The specification's word for each role, and what it shows people. */
export const roleNames = {
  admin: { role: "admin", title: "Admin" },
  moderator: { role: "instructor", title: "Moderator" },
  student: { role: "student", title: "Student" },
} as const satisfies Record<Role, { role: string; title: string }>;

type ParticularNames = typeof particularNames;
export type ImageField = (typeof imageNames)[DocumentKind];
type SpecParticulars = { [Ours in keyof Particulars as ParticularNames[Ours]]: Particulars[Ours] };
type SpecImages = Record<ImageField, string>;

/** A record as the calls have it. */
export type SpecRecord = { _id: string } & SpecParticulars &
  SpecImages & { User_Hide: "No" | "yes"; Status: "Approved" | "Denied"; database_of_client: string };

export type RecordField = keyof SpecRecord;

/** A record as it is sent: its state is not the sender's to set. */
export type SentRecord = SpecParticulars & { [Field in ImageField]?: string | undefined };

type Shown = Particulars & Pick<Candidate, "id" | "registry" | "documents" | "hidden" | "approval">;

/** In the order of the specification. `addressOf` gives the address of a page of a paper. */
export function toSpecRecord(shown: Shown, addressOf: (page: string) => string): SpecRecord {
  return {
    _id: shown.id,
    ...(renamed(particularNames, shown) as SpecParticulars),
    ...imagesOf(shown.documents, addressOf),
    User_Hide: shown.hidden ? "yes" : "No",
    Status: shown.approval === "approved" ? "Approved" : "Denied",
    database_of_client: shown.registry,
  };
}

/** What a record takes of what was sent, in our own names. */
export function fromSpecRecord(sent: SentRecord, publicOrigin: string) {
  return { particulars: particularsOf(sent), images: imagesIn(sent, publicOrigin) };
}

const particularsOf = (sent: SentRecord) => renamed(inverted(particularNames), sent) as Particulars;

const renamed = (names: Readonly<Record<string, string>>, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(names).map(([from, to]) => [to, values[from]]));

const inverted = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));

const imagesOf = (documents: Documents, addressOf: (page: string) => string) =>
  Object.fromEntries(
    documentKinds.map((kind) => {
      const firstPage = documents[kind]?.[0];
      return [imageNames[kind], firstPage ? addressOf(firstPage.image) : ""];
    }),
  ) as SpecImages;

/** By kind: the image behind an address of ours, null for "", nothing for a field that was left out. */
function imagesIn(sent: SentRecord, publicOrigin: string): Partial<Record<DocumentKind, string | null>> {
  const images: Partial<Record<DocumentKind, string | null>> = {};
  const fields: Record<string, FieldProblem> = {};
  for (const kind of documentKinds) {
    const address = sent[imageNames[kind]];
    if (address === undefined) continue;
    const image = address === "" ? null : imageBehind(address, publicOrigin);
    if (image === undefined) fields[imageNames[kind]] = "foreign-image";
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

const allNames = new Map<string, string>(Object.entries({ ...particularNames, ...imageNames }));

/** What is wrong with our fields, told by the names of the calls. */
export function inSpecNames(error: PortalError): PortalError {
  const { id, fields, record } = error;
  if (!fields) return error;
  const told: FieldProblems = Object.fromEntries(
    Object.entries(fields).map(([field, problem]) => [allNames.get(field) ?? field, problem]),
  );
  return new PortalError(id, { fields: told, ...(record && { record }), cause: error });
}
