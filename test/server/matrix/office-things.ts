import { randomBytes, randomUUID } from "node:crypto";
import { system } from "#core/accounts/actor.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { seenOf } from "#core/desk/organisation.ts";
import { addOrganisation, readOrganisation } from "#operations/desk/organisations.ts";
import { addClass } from "#operations/classes/manage-class.ts";
import { addPayment } from "#operations/classes/payments.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addPost } from "#operations/posts/publish-post.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { drawnDocument, uploaded } from "../../support/documents.ts";
import { admin } from "../../support/accounts/people.ts";
import { embassy } from "../../support/organisations.ts";
import { freshEmail, freshAccount } from "../../support/accounts/fresh-accounts.ts";

const machine = system("test");

/** The kinds of things that the office manages besides records. */
const officeFamilies = ["class", "seat", "payment", "report", "post", "organisation"] as const;
export type OfficeFamily = (typeof officeFamilies)[number];

export const isOfficeFamily = (family: string): family is OfficeFamily =>
  officeFamilies.some((known) => known === family);

type OfficeThing = Readonly<Record<string, string>>;

export const missingOfficeThing = (): OfficeThing => ({
  id: randomUUID(),
  person: randomUUID(),
  name: "Nothing at all",
  formVersion: "1",
});

/** `ownerId` is the account that tries the thing, if the thing is its own. "" makes a thing of somebody else. */
export async function officeThing(portal: Portal, family: OfficeFamily, ownerId: string): Promise<OfficeThing> {
  if (family === "report") return report(portal);
  if (family === "post") return post(portal);
  if (family === "organisation") return organisation(portal);
  const name = unique("English for work");
  const { id, version } = await addClass(portal, machine, { ...classForm(name), fee: 1000, seats: 5 });
  const ofClass = { id, name, formVersion: String(version) };
  if (family === "class") return { ...ofClass, email: await someStudent(portal) };
  const person = ownerId || (await freshAccount(portal, "student")).id;
  const { enrolmentId } = await enrol(portal, machine, { classId: id, personId: person });
  if (family === "seat") return { ...ofClass, person, enrolmentId };
  const payment = { amount: 100, paidOn: "2026-01-31", method: "cash", reference: "" };
  const paid = await addPayment(portal, machine, { enrolmentId, payment }, randomUUID());
  const payer = await readAccount(portal, machine, { id: person });
  return { id: paid.id, name: payer.name };
}

async function someStudent(portal: Portal): Promise<string> {
  const email = freshEmail();
  await freshAccount(portal, "student", email);
  return email;
}

export const classForm = (title: string) => ({
  title,
  place: "Room 2, Mirpur",
  startsAt: "2094-01-10T18:30",
  currency: "BDT",
});

const unique = (text: string) => `${text} ${randomBytes(6).toString("hex")}`;

async function report(portal: Portal): Promise<OfficeThing> {
  const name = unique("The father’s name is wrong");
  const typed = { kind: "mistake", about: "A12345678", message: name, contact: "" };
  const clientAddress = `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
  await receiveReport(portal, typed, { clientAddress, isJunk: false });
  const { reports } = await listReports(portal, admin, { limit: 500 });
  return { id: reports.find(({ message }) => message === name)?.id ?? "", name };
}

async function organisation(portal: Portal): Promise<OfficeThing> {
  const name = unique("Embassy");
  const { id } = await addOrganisation(portal, admin, embassy(portal, { name }));
  return { id, name, formVersion: seenOf((await readOrganisation(portal, admin, id)).organisation) };
}

async function post(portal: Portal): Promise<OfficeThing> {
  const name = unique("A new office");
  const image = async () => uploaded(portal, admin, await drawnDocument(40, 50));
  const added = await addPost(portal, admin, { title: name, text: "Come in.", images: [await image(), await image()] });
  return { id: added.id, name, formVersion: String(added.version) };
}
