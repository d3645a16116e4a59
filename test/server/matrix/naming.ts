import { imageAddress } from "#core/images/image-links.ts";
import { pageId } from "#core/images/image-id.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { type Route, routeAt } from "#server/routes.ts";
import { sentRecord } from "../../support/api.ts";
import { welcome } from "./asking.ts";
import { classForm } from "./office-things.ts";
import type { Thing } from "./things.ts";

type Named = { name: string; thing: Thing; publicOrigin: string };

/** The route of a request. Its name may contain a detail after a comma: "PUT /User_Data/:id, with a picture". */
export function routeOfRequest(name: string): { route: Route; method: string } {
  const [method = "", path = ""] = (name.split(",")[0] ?? "").split(" ");
  return { route: routeAt(path), method };
}

export function pathTo({ name, thing }: Named): string {
  const { image = "", until = "", signature = "" } = thing;
  const given = {
    ...thing,
    ...(image && { page: pageId({ image, page: 1 }) }),
    width: "2000",
    action: "delete",
    list: "1",
  };
  const path = routeOfRequest(name).route.path.replaceAll(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(new Map(Object.entries(given)).get(part) ?? ""),
  );
  if (name.endsWith(", shared")) return `${path}?${new URLSearchParams({ share: thing["token"] ?? "" })}`;
  return name.endsWith(", signed") ? `${path}?${new URLSearchParams({ until, signature })}` : path;
}

const newName = "My other phone";

const recordOf = ({ passportNumber: id, value: IRCC_Num, name }: Thing) => ({ id, IRCC_Num, name });

const bodies: Readonly<Record<string, (named: Named) => Readonly<Record<string, unknown>>>> = {
  "PUT /User_Data/:id": ({ thing }) => sentRecord({ ...recordOf(thing), Po_address: "7 Lake Road, Dhaka" }),
  "POST /cofees, with a picture": ({ thing: { image = "" }, publicOrigin }) =>
    sentRecord({ Doc_1_PC: publicOrigin + imageAddress(pageId({ image, page: 1 }), "reading", null) }),
  "POST /api/users": ({ thing: { email } }) => ({ email, name: "Somebody Else" }),
  "POST /jwt": ({ thing: { email } }) => ({ email }),
  "PATCH /change-date/:settingsId": () => ({ dateValue: "2026-01-31" }),
  "POST /code": ({ thing: { code } }) => ({ code, name: "Rahim" }),
  "POST /account/sessions": ({ thing: { id } }) => ({ session: id }),
  "POST /account/passkeys": ({ thing: { id } }) => ({ id, name: newName }),
  "POST /Update_A_User/:id": ({ thing: { passportNumber, value: irccNumber, name, version = "1" } }) => ({
    do: "update",
    passportNumber,
    irccNumber,
    name,
    address: "7 Lake Road, Dhaka",
    version,
  }),
  "POST /dashboard/records/:id": () => ({ do: "comment", text: "Ask again." }),
  "POST /dashboard/update": ({ thing: { id } }) => ({ do: "hide", id }),
  "POST /dashboard/Bulk/:id/holder-cards": () => ({ do: "make" }),
  "POST /dashboard/Bulk/:id": ({ thing: { id } }) => ({ do: "stop", id }),
  "POST /dashboard/import/:id": () => ({ headsAt: "0", width: "2", "column.0": "passportNumber", "column.1": "name" }),
  "POST /dashboard/Control_Post": ({ thing: { id } }) => ({ do: "unapprove", id }),
  "POST /dashboard/Control_Post/:id": ({ thing: { version = "1" } }) => ({ reason: "The page is cut off.", version }),
  "POST /MaltipleInput": ({ thing: { passportNumber } }) => ({ numbers: passportNumber }),
  "POST /dashboard/classes/:id": ({ thing: { email } }) => ({ email }),
  "POST /dashboard/classes/:id/edit": ({ thing: { name = "", formVersion } }) => ({
    ...classForm(name),
    seats: "6",
    fee: "12",
    version: formVersion,
  }),
  "POST /dashboard/classes/:id/students/:person": () => ({
    amount: "1",
    paidOn: "2026-01-31",
    method: "cash",
    fee: "1000",
    currency: "BDT",
  }),
  "POST /dashboard/payments/:id/void": () => ({ reason: "Recorded twice." }),
  "POST /dashboard/Organisations/:id": ({ thing: { name = "", formVersion } }) => ({
    name,
    seen: formVersion,
    country: "Malta",
    reason: "Visas",
    perDay: "600",
    lastDay: "2094-01-10",
  }),
  "POST /dashboard/Admin_Control/:id/:action": () => ({ why: "left" }),
  "POST /dashboard/Reports/:id": () => ({ outcome: "It is mended." }),
  "POST /dashboard/Posts/:id/edit": ({ thing: { name, formVersion } }) => ({
    title: name,
    text: "Come again.",
    version: formVersion,
  }),
  "POST /report": ({ thing: { passportNumber } }) => ({
    kind: "mistake",
    about: passportNumber,
    message: "The year is wrong.",
  }),
  "POST /watch": ({ thing: { ticket } }) => ({ ticket, email: "somebody@example.com" }),
};

const lookup = ({ thing: { passportNumber } }: Named) => ({ number: passportNumber });

export const bodyFor = (named: Named): Readonly<Record<string, unknown>> =>
  (bodies[named.name] ?? (routeOfRequest(named.name).route.kind === "page" ? lookup : () => ({})))(named);

/** These requests get the same answer whether or not they stored something. */
const sameForAll = new Set(["POST /report", "POST /watch"]);

/** The outcome of a request. Read from the response, or from the database if the page always answers the same. */
export async function outcomeOf(portal: Portal, { name, thing }: Named, answer: Response): Promise<string> {
  const { route } = routeOfRequest(name);
  const text = await answer.text();
  if (route.kind !== "page") return outcomeOfCall(answer.status, text);
  const met = welcome(answer, route);
  if (met !== "in" || sameForAll.has(name)) return answer.status < 400 ? met : `answered ${answer.status}`;
  if (name === "POST /account/sessions")
    return thereOrNot(thing["exists"] === "yes" && (await hasEnded(portal, thing)));
  if (name === "POST /account/passkeys") return thereOrNot(await hasNewName(portal, thing));
  const flash = flashOf(answer);
  if (flash === "not-allowed") return "not allowed";
  if (flash) return thereOrNot(flash !== "not-found" && !flash.endsWith("-gone"));
  // A redirect to the page of the bulk run, which shows the result.
  if (answer.status === 303) return "in";
  if (answer.status === 404) return "not there";
  if (answer.status === 403) return "not allowed";
  return answer.status === 200 ? thereOrNot(text.includes(thing["name"] ?? "")) : `answered ${answer.status}`;
}

const flashOf = ({ headers }: Response) =>
  headers.getSetCookie().flatMap((line) => /^flash=([a-z-]+)/.exec(line)?.[1] ?? [])[0];

const thereOrNot = (isIn: boolean) => (isIn ? "in" : "not there");

function outcomeOfCall(status: number, text: string): string {
  if (status < 300) return "in";
  if (status === 401 && text.includes('"not-signed-in"')) return "sign in first";
  if (status === 403 && text.includes('"not-allowed"')) return "not allowed";
  if (status === 404 && text.includes('"not-found"')) return "not there";
  if (status === 403 && /"(?:share-code-needed|link-expired)"/.test(text)) return "not there";
  // A missing image that a field names counts like any other missing thing.
  if (status === 400 && text.includes("This image is no longer here")) return "not there";
  return status === 409 ? "in the way of another rule" : `answered ${status} ${text}`;
}

async function hasEnded({ database }: Portal, { id = "" }: Thing): Promise<boolean> {
  const rows = await database.read.selectFrom("session").select("id").where("id", "=", id).execute();
  return rows.length === 0;
}

async function hasNewName({ database }: Portal, { id = "" }: Thing): Promise<boolean> {
  const rows = await database.read.selectFrom("passkey").select("name").where("id", "=", id).execute();
  return rows.some(({ name }) => name === newName);
}
