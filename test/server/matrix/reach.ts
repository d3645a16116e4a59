import type { OfficeFamily } from "./office-things.ts";

/** The relation of a person to the thing that a request names. */
export const relations = ["own", "own hidden", "own denied", "other", "hidden", "denied", "missing"] as const;
export type Relation = (typeof relations)[number];

/** The kinds of things that a request can name by id, number or address, in its path or its body. */
export type Family =
  | "record"
  | "share"
  | "bulk run"
  | "cards"
  | "updating run"
  | "import"
  | "picture"
  | "upload"
  | "person"
  | "session"
  | "passkey"
  | "settings"
  | OfficeFamily;

type Rank = "anonymous" | "student" | "organisation" | "moderator" | "admin";
type Entrance = {
  names: Family;
  reach: Partial<Record<Rank, string>>;
  /** True if it shows records to visitors. */
  isPublic?: true;
};

/**
 * The meaning of each mark. For persons, a suspended one stands for "hidden" and an unconfirmed one for "denied". For
 * uploads, one that a record has already taken stands for both.
 */
const meanings: Readonly<Record<string, string | null>> = {
  "+": "in",
  "0": "not there",
  x: "not allowed",
  "!": "in the way of another rule",
  // There is no such thing.
  " ": null,
};

const toTheSignedIn = (marks: string) => ({ student: marks, organisation: marks, moderator: marks, admin: marks });
const toEverybody = (marks: string) => ({ anonymous: marks, ...toTheSignedIn(marks) });

const shownToAll: Entrance = { names: "record", reach: toEverybody("+00+000"), isPublic: true };
const forAdmins: Entrance = { names: "record", reach: { admin: "++++++0" } };
const ofOffice = (names: OfficeFamily): Entrance => ({ names, reach: { admin: "   +  0" } });
const theirOwn = { moderator: "+  0  0", admin: "+  0  0" };
const ofTheirOwn: Entrance = { names: "bulk run", reach: theirOwn };
const ofAdminsOwn: Entrance = { names: "import", reach: { admin: "+  0  0" } };
const ofNobody: Entrance = { names: "bulk run", reach: { moderator: "0  0  0", admin: "0  0  0" } };
const rolesOf: Entrance = { names: "person", reach: { admin: "+  ++!0" } };

/** The outcome for users whom the access policy admits: one mark for each relation, in the order of `relations`. */
export const entrances: Readonly<Record<string, Entrance>> = {
  "GET /result/:passportNumber": shownToAll,
  "GET /ircc/:value": shownToAll,
  "POST /": shownToAll,
  "POST /Check_Visa": shownToAll,
  "POST /Work_Permit": shownToAll,
  "POST /Visa": shownToAll,
  "POST /Application_Stts": shownToAll,
  "POST /Lima": shownToAll,
  "POST /code": { names: "share", reach: toEverybody("+00+000") },
  // These are stored without a lookup, so nobody learns whether such a record exists.
  "POST /report": { names: "record", reach: toEverybody("+++++++") },
  "POST /watch": { names: "record", reach: toEverybody("+++++++") },

  "GET /news/:id": { names: "post", reach: toEverybody("   +  0") },

  "GET /User_Data/:id": { names: "record", reach: { moderator: "+++0000", admin: "++++++0" } },
  "PUT /User_Data/:id": { names: "record", reach: { moderator: "xx+0000", admin: "++++++0" } },
  "DELETE /delete_User/:id": forAdmins,
  "PATCH /user_data/User_Hide/:id": forAdmins,
  "PATCH /user_data/User_UnHide/:id": forAdmins,
  "PATCH /user_data/Approved_or_Deny/:id": forAdmins,

  "GET /Update_A_User/:id": { names: "record", reach: { moderator: "+++0000", admin: "++++++0" } },
  "POST /Update_A_User/:id": { names: "record", reach: { moderator: "xx+0000", admin: "++++++0" } },
  "GET /dashboard/records/:id": { names: "record", reach: { moderator: "+++0000", admin: "++++++0" } },
  "POST /dashboard/records/:id": { names: "record", reach: { moderator: "+++0000", admin: "++++++0" } },
  "GET /dashboard/records/:id/holder": { names: "record", reach: { moderator: "+++0000", admin: "++++++0" } },
  "POST /dashboard/records/:id/holder": { names: "record", reach: { moderator: "+++0000", admin: "++++++0" } },
  "GET /dashboard/records/:id/files": { names: "record", reach: { admin: "0000000" } },
  "POST /dashboard/records/:id/files": forAdmins,
  "POST /dashboard/update": { names: "record", reach: { moderator: "xxxxxxx", admin: "++++++0" } },
  "GET /dashboard/update/:id/delete": forAdmins,
  "POST /dashboard/update/:id/delete": forAdmins,
  "POST /dashboard/Control_Post": forAdmins,
  "GET /dashboard/Control_Post/:id": forAdmins,
  "POST /dashboard/Control_Post/:id": forAdmins,
  "GET /dashboard/Bulk/:id": ofTheirOwn,
  "POST /dashboard/Bulk/:id": ofTheirOwn,
  "GET /dashboard/Bulk/:id/table": ofNobody,
  "POST /dashboard/Bulk/:id/table": ofTheirOwn,
  "GET /import/:id": ofAdminsOwn,
  "GET /dashboard/import/:id": ofAdminsOwn,
  "POST /dashboard/import/:id": ofAdminsOwn,
  "GET /dashboard/import/:id/report.csv": ofAdminsOwn,
  // The family "bulk run" makes exports, so cards have a family of their own.
  "GET /dashboard/Bulk/:id/cards": { names: "cards", reach: theirOwn },
  "GET /dashboard/Bulk/:id/holder-cards": { names: "cards", reach: theirOwn },
  "POST /dashboard/Bulk/:id/holder-cards": { names: "cards", reach: theirOwn },
  "POST /MaltipleInput": { names: "record", reach: { moderator: "+++0000", admin: "++++++0" } },

  "GET /images/:page/:width": {
    names: "picture",
    reach: { ...toEverybody("0000000"), moderator: "+++0000", admin: "++++++0" },
  },
  "GET /images/:page/:width, shared": { names: "share", reach: toEverybody("+00+000") },
  "GET /images/:page/:width, signed": { names: "picture", reach: toEverybody("+00+000"), isPublic: true },
  // The same list for everybody, whatever record the request names.
  "GET /status-lists/:list": { names: "record", reach: toEverybody("0000000") },
  "GET /published/:id/checksums": { names: "record", reach: toEverybody("0000000") },
  "GET /published/:id/checksums, signed": shownToAll,
  "GET /published/:id/proof": { names: "record", reach: toEverybody("0000000") },
  "GET /published/:id/proof, signed": shownToAll,
  "GET /published/:id/slip": { names: "record", reach: toEverybody("0000000") },
  "GET /published/:id/slip, signed": shownToAll,
  "GET /images/:page/:width, of an upload": {
    names: "upload",
    reach: { ...toEverybody("0  0  0"), moderator: "+  0  0", admin: "+  +  0" },
  },
  "POST /cofees, with a picture": { names: "upload", reach: { moderator: "+  0000", admin: "+  +000" } },

  "GET /api/users/:email": {
    names: "person",
    reach: { ...toTheSignedIn("+  xxxx"), admin: "+  +++0" },
  },
  "POST /api/users": { names: "person", reach: toTheSignedIn("+  xxxx") },
  "POST /jwt": { names: "person", reach: toTheSignedIn("+  xxxx") },
  "PATCH /user_data/admin/:id": rolesOf,
  "PATCH /user_data/instructor/:id": rolesOf,
  "DELETE /delete_User_Data/:id": { names: "person", reach: { admin: "+  +++0" } },

  "GET /dashboard/Admin_Control/:id": { names: "person", reach: { admin: "+  +++0" } },
  "POST /dashboard/Admin_Control/:id": { names: "person", reach: { admin: "+  ++++" } },
  "GET /dashboard/Admin_Control/:id/:action": { names: "person", reach: { admin: "+  +++0" } },
  "POST /dashboard/Admin_Control/:id/:action": { names: "person", reach: { admin: "+  +++0" } },

  // The page that asks for confirmation is the same whether or not the student has the seat.
  "GET /dashboard/my-enrolled-classes/:id/give-up": { names: "seat", reach: { student: "+  +  0" } },
  "POST /dashboard/my-enrolled-classes/:id/give-up": { names: "seat", reach: { student: "+  0  0" } },
  "GET /dashboard/receipt/:id": {
    names: "payment",
    reach: { student: "+  0  0", organisation: "   0  0", moderator: "   0  0", admin: "   +  0" },
  },
  "GET /dashboard/classes/:id": ofOffice("class"),
  "POST /dashboard/classes/:id": ofOffice("class"),
  "GET /dashboard/classes/:id/edit": ofOffice("class"),
  "POST /dashboard/classes/:id/edit": ofOffice("class"),
  "GET /dashboard/classes/:id/delete": ofOffice("class"),
  "POST /dashboard/classes/:id/delete": ofOffice("class"),
  "GET /dashboard/classes/:id/students/:person": ofOffice("seat"),
  "POST /dashboard/classes/:id/students/:person": ofOffice("seat"),
  "GET /dashboard/classes/:id/students/:person/remove": ofOffice("seat"),
  "POST /dashboard/classes/:id/students/:person/remove": ofOffice("seat"),
  "GET /dashboard/payments/:id/void": ofOffice("payment"),
  "POST /dashboard/payments/:id/void": ofOffice("payment"),
  "GET /dashboard/Reports/:id": ofOffice("report"),
  "POST /dashboard/Reports/:id": ofOffice("report"),
  "GET /dashboard/Organisations/:id": ofOffice("organisation"),
  "POST /dashboard/Organisations/:id": ofOffice("organisation"),
  "GET /dashboard/Posts/:id/edit": ofOffice("post"),
  "POST /dashboard/Posts/:id/edit": ofOffice("post"),
  "GET /dashboard/Posts/:id/delete": ofOffice("post"),
  "POST /dashboard/Posts/:id/delete": ofOffice("post"),

  "POST /account/sessions": { names: "session", reach: toTheSignedIn("+  0  0") },
  "POST /account/passkeys": { names: "passkey", reach: toTheSignedIn("+  0  0") },

  // The page first asks for a recent proof, for any section.
  "GET /dashboard/Settings/:section": { names: "settings", reach: { admin: "   +  +" } },
  "POST /dashboard/Settings/:section": { names: "settings", reach: { admin: "   +  0" } },
  "PATCH /change-date/:settingsId": { names: "settings", reach: { admin: "   +  0" } },
};

/** The outcome for users whom the policy does not admit. Null for a state of their own things, and for what does not exist. */
export function refusalOf(refusal: string, { reach }: Entrance, relation: Relation): string | null {
  const exists = Object.values(reach).some((marks) => (marks[relations.indexOf(relation)] ?? " ") !== " ");
  return exists && !/^own ./.test(relation) ? refusal : null;
}

/** The expected outcome. Null if there is no such thing. */
export function due({ reach }: Entrance, rank: Rank, relation: Relation): string | null {
  const mark = reach[rank]?.[relations.indexOf(relation)];
  return mark === undefined ? `no rule for ${rank}` : (meanings[mark] ?? null);
}
