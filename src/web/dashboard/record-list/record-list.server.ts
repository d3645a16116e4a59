import { z } from "zod";
import { dateText } from "#core/fields.ts";
import { holderStates } from "#core/holders/binding.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { type ListColumn, recordColumnNames, usualColumns } from "#core/records/list-columns.ts";
import { type OwnField, ownName, usedOf } from "#core/own-fields/own-field.ts";
import { datedHere, isOwnId, kindsHere, kindsOn, type PapersHere, searchedAmong } from "#core/own-fields/own-paper.ts";
import { ownLabel, ownValueWords } from "#i18n/own-field-words.ts";
import { columnTitles, type ShownColumn } from "./list-columns.tsx";
import { ownFilters, typedOwn } from "./own-filters.server.ts";
import { datedKinds, daysOfEnd, endChoices, kindsWithLastDay, latestLastDay } from "#core/records/last-days.ts";
import { listedAs, publicStateOf, publicStates } from "#core/records/public-state.ts";
import { imageAddress } from "#core/images/image-links.ts";
import type { Actor } from "#core/accounts/actor.ts";
import {
  mayAssignRecords,
  mayDecideOnRecords,
  mayUpdateRecord,
  maySeeEveryRecord,
} from "#core/accounts/permissions.ts";
import { eachField, fieldsWith } from "#core/records/record-fields.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenCount, writtenDay, writtenMoment } from "#i18n/written.ts";
import { possibleAssignees } from "#operations/records/assign-record.ts";
import { listAdders, listAndCountRecords, listRecords } from "#operations/records/list-records.ts";
import { PortalError } from "#core/errors.ts";
import { ownFilterProblem, ownFromAddress, type OwnSearch } from "#operations/records/own-filter.ts";
import { chooseColumns, readListChoices, saveView } from "#operations/records/record-views.ts";
import { fromAddress, toAddress } from "#operations/records/search-in-address.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Settings } from "#core/settings/settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { pages } from "../../pages.ts";
import type { KnownVisit } from "../frame/read-page.server.ts";
import { backTo, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import { fieldLabel } from "./particulars.ts";
import { officeToday } from "#operations/portal/office-time.ts";

type ListPart = Pick<KnownVisit, "portal" | "actor"> & { cursor: string | undefined };

/** So many rows that a page is not too long on a phone. */
const rowsOnPage = 30;

const maxSearchLength = 200;
const sorts = ["name", "added", "changed"] as const;

const personChoice = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);

/** The choices for the list, in a form and in a URL. An invalid value counts as not chosen. */
const choiceSchema = z.object({
  state: z.enum(publicStates).optional().catch(undefined),
  missing: z.enum(documentKinds).optional().catch(undefined),
  ends: z.enum(endChoices).optional().catch(undefined),
  /** Only records that will be deleted because their retention time is over. */
  leaving: z.literal("yes").optional().catch(undefined),
  holder: z.enum(holderStates).optional().catch(undefined),
  by: personChoice,
  /** The id of an account, or "me". */
  assigned: personChoice,
  from: dateText.optional().catch(undefined),
  to: dateText.optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
});

/** `own` has the filters on own fields as they stand in addresses, by field id. */
export type ListChoices = z.output<typeof choiceSchema> & { own: OwnSearch };

const readChoices = (given: Readonly<Record<string, string>>): ListChoices => ({
  ...choiceSchema.parse(given),
  own: Object.fromEntries(
    Object.entries(given).filter(([name, code]) => isOwnId(name) && /^[\w-]{1,2000}$/.test(code)),
  ),
});

/**
 * The choices as URL parameters, always in the same order, so that queries can be compared. Empty choices and the
 * default sort order are left out.
 */
const choicesInAddress = ({ sort, own, ...filter }: ListChoices): Record<string, string> => {
  const ownInOrder = Object.fromEntries(Object.entries(own).toSorted(([one], [other]) => one.localeCompare(other)));
  const chosen = Object.entries({ ...filter, ...ownInOrder, sort: sort === "name" ? undefined : sort });
  return Object.fromEntries(chosen.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
};

const queryOf = (choices: ListChoices) => new URLSearchParams(choicesInAddress(choices)).toString();

/** Converts the URL parameters of the list to a query for records. Refuses a filter on an own field that finds nothing more. */
export async function questionOf(portal: Portal, address: URLSearchParams) {
  const {
    state,
    missing,
    ends,
    leaving,
    holder,
    by: addedBy,
    assigned: assignedTo,
    from,
    to,
    sort,
    own,
  } = choicesIn(address);
  const search = searchIn(portal, address);
  const { kindsOff } = await currentSettings(portal);
  // Of a saved view from before the kind was switched off. Without this filter, all records would be found.
  if (missing && kindsOff[missing]) throw new PortalError("invalid", { fields: { missing: "unknown-choice" } });
  const days = { addedFrom: from, addedTo: to, ...(ends && daysOfEnd(ends, officeToday(portal))) };
  return {
    search,
    sort,
    missing,
    holder,
    addedBy,
    assignedTo,
    own: await ownFromAddress(portal, own),
    ...(leaving === "yes" && { noticed: true }),
    ...days,
    ...(state && listedAs(state)),
  };
}

const choicesIn = (address: URLSearchParams) => readChoices(Object.fromEntries(address));

const searchIn = (portal: Portal, address: URLSearchParams) =>
  fromAddress(portal, {
    search: address.get("search") ?? undefined,
    sealed: address.get("sealed") ?? undefined,
  });

type Found = Omit<Awaited<ReturnType<typeof listAndCountRecords>>, "count"> & {
  count: { count: number; isMore: boolean };
  problem: ReturnType<typeof ownFilterProblem>;
};

/** A filter that cannot be used shows nothing, and the page says why. */
async function foundIn({ portal, actor, cursor }: ListPart, address: URLSearchParams): Promise<Found> {
  try {
    const question = await questionOf(portal, address);
    const found = await listAndCountRecords(portal, actor, { ...question, cursor, limit: rowsOnPage });
    return { ...found, problem: null };
  } catch (error) {
    const problem = ownFilterProblem(error);
    if (!problem) throw error;
    return { records: [], damaged: [], previous: null, next: null, count: { count: 0, isMore: false }, problem };
  }
}

export async function recordList(part: ListPart, address: URLSearchParams) {
  const { portal, actor } = part;
  const choices = choicesIn(address);
  const search = searchIn(portal, address);
  const { views, columns } = await readListChoices(portal, actor);
  const { records, damaged, previous, next, count, problem } = await foundIn(part, address);
  const adders = maySeeEveryRecord(actor) ? await listAdders(portal, actor) : [];
  const assignees = mayAssignRecords(actor) ? await possibleAssignees(portal, actor) : [];
  const settings = await currentSettings(portal);
  const { retention, ownFields } = settings;
  const all = columnsFor(actor, settings);
  const chosen: readonly ListColumn[] = columns ?? usualColumnsOf(settings);
  const shown = all.filter(({ name }) => chosen.includes(name));
  const names = new Map(adders.map(({ id, name }) => [id, name]));
  const shownOwn = ownFields.filter(({ id }) => chosen.includes(ownName(id)));
  const query = queryOf(choices);
  const today = officeToday(portal);
  return {
    shownChoices: { search, state: choices.state ?? null, sort: choices.sort ?? "name" },
    kept: choicesInAddress(choices),
    searched: search === "" ? {} : toAddress(portal, search),
    views: views.map((view) => ({ ...view, isShown: view.query === query && search === "" })),
    adders,
    colleagues: assignees.filter(({ id }) => id !== actor.id),
    documents: kindsOn(settings, documentKinds),
    areDeleted: retention.since !== "never",
    columns: { shown, all },
    rows: records.map((record) => {
      const lastDay = lastDayIn(record, choices, { today, site: settings });
      return {
        ...listed(record, settings),
        ...menuOf(actor, record),
        hasEnded: lastDay?.hasEnded ?? false,
        more: chosenFacts(record, { shown, ownFields: shownOwn, site: settings, names, lastDay: lastDay?.words ?? "" }),
      };
    }),
    damaged: damaged.map(({ name }) => name),
    count: { ...messageCount(count.count), isMore: count.isMore },
    ownFilters: await ownFilters(portal, searchedAmong(settings), choices.own),
    problem,
    previous,
    next,
  };
}

/** What the menu of a row offers. */
const menuOf = (actor: Actor, record: CandidateRecord) => ({
  mayUpdate: mayUpdateRecord(actor, record),
  mayDecide: mayDecideOnRecords(actor),
});

/** Without a second number, that of the passport stands in its place. */
const usualColumnsOf = ({ secondNumber }: Settings): readonly ListColumn[] =>
  secondNumber.isAbsent ? usualColumns.map((name) => (name === "number" ? "passport" : name)) : usualColumns;

/** The columns that a person can choose. */
const columnsFor = (actor: Actor, { ownFields, secondNumber }: Settings): ShownColumn[] => [
  ...recordColumnNames
    .filter((name) => name !== "number" || !secondNumber.isAbsent)
    .filter((name) => name !== "addedBy" || maySeeEveryRecord(actor))
    .map((name) => ({ name, title: columnTitles[name]() })),
  ...usedOf(ownFields).map((field) => ({ name: ownName(field.id), title: ownLabel(field) })),
];

type ChosenFactsOptions = {
  shown: readonly ShownColumn[];
  ownFields: readonly OwnField[];
  site: PapersHere;
  names: ReadonlyMap<string, string>;
  lastDay: string;
};

function chosenFacts(record: CandidateRecord, { shown, ownFields, site, names, lastDay }: ChosenFactsOptions) {
  const all: Partial<Record<ListColumn, string>> = {
    passport: record.passportNumber,
    ...eachField(fieldsWith("isCommon"), (name) => record[name]),
    papers: papersIn(record, site),
    lastDay,
    added: writtenMoment(record.addedAt),
    addedBy: names.get(record.addedBy) ?? "",
    changed: writtenMoment(record.changedAt),
    ...Object.fromEntries(
      ownFields.map((field) => [ownName(field.id), ownValueWords(field, record.own[field.id] ?? "")]),
    ),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => shown.some((column) => column.name === name)));
}

type DaysShown = { today: string; site: PapersHere };

/** The earliest last day of the record. A list that is filtered by last days shows the day that matches, and its document. */
function lastDayIn({ lastDays }: CandidateRecord, { ends }: ListChoices, { today, site }: DaysShown) {
  const { endsFrom = "", endsTo = latestLastDay } = ends ? daysOfEnd(ends, today) : {};
  const dated = datedHere(site, kindsWithLastDay);
  const [first] = datedKinds(lastDays).filter(
    ([kind, day]) => dated.includes(kind) && endsFrom <= day && day <= endsTo,
  );
  if (!first) return null;
  const [kind, day] = first;
  const hasEnded = day < today;
  const date = writtenDay(day);
  const words = hasEnded ? m.document_over({ date }) : date;
  return { hasEnded, words: ends ? `${words} · ${fieldLabel(kind, site.ownPapers)}` : words };
}

/** Returns the records that this moderator added, the last changed first, and all of them that were sent back. */
export async function ownRecords({ portal, actor, cursor }: ListPart) {
  const question = { sort: "changed", limit: 20 } as const;
  const [{ records, damaged, next }, returned] = await Promise.all([
    listRecords(portal, actor, { ...question, cursor }),
    listRecords(portal, actor, { ...question, status: "returned", limit: 500 }),
  ]);
  const settings = await currentSettings(portal);
  const own = (record: CandidateRecord) => ownRecord(record, settings);
  const cannotBeOpened = new Set([...damaged, ...returned.damaged].map(({ name }) => name));
  return { records: records.map(own), returned: returned.records.map(own), damaged: [...cannotBeOpened], next };
}

export const ownRecord = (record: CandidateRecord, site: PapersHere) => ({
  ...listed(record, site),
  /** Why the record was sent back; "" if it was not. */
  returnReason: record.returnReason,
  mayUpdate: record.approval !== "approved",
  mayDecide: false,
});

export const listed = (record: CandidateRecord, site: PapersHere) => ({
  id: record.id,
  name: record.name,
  number: record.irccNumber,
  photo: photoOf(record, site),
  publicState: publicStateOf(record),
  isRevised: record.revision !== null,
});

/** Such as "7/12", of the papers that this site has. */
export function papersIn({ documents }: CandidateRecord, site: PapersHere): string {
  const kinds = kindsHere(site);
  const there = kinds.filter((kind) => (documents[kind] ?? []).length > 0);
  return `${writtenCount(there.length)}/${writtenCount(kinds.length)}`;
}

/** The URL of the photo. It needs no signature: staff are known by their session. */
export function photoOf({ documents }: CandidateRecord, { kindsOff }: Pick<PapersHere, "kindsOff">): string | null {
  const [photo] = (!kindsOff.photo && documents.photo) || [];
  return photo ? imageAddress(photo.image, "list", null) : null;
}

/** The query string for the search and the choices in a form. */
async function addressOfList(portal: Portal, form: Readonly<Record<string, string>>): Promise<string> {
  const { own, ...choices } = readChoices(form);
  const search = (form["search"] ?? fromAddress(portal, { sealed: form["sealed"] })).trim().slice(0, maxSearchLength);
  const chosen = { ...choices, own: { ...own, ...(await typedOwn(portal, form)) } };
  const parts = { ...(search && toAddress(portal, search)), ...choicesInAddress(chosen) };
  const query = new URLSearchParams(parts).toString();
  return query ? `?${query}` : "";
}

/** Handles the forms beside the list: a search, a view to save, or a choice of columns. */
export async function answerListForm({ visit, portal, actor }: KnownVisit, form: FormValues): Promise<Response> {
  const { path } = pages.records;
  const back = backTo(form["back"], path);
  const problems = { invalid: "view-refused" } as const;
  if (form["do"] === "save-view") {
    const query = queryOf(readChoices(form));
    const saved = query === "" ? path : `${path}?${query}`;
    const places = { back: saved, otherwise: back, here: path, typed: () => form["name"] ?? "" };
    return runAction(visit, { flash: "view-saved", id: "", ...places, problems }, () =>
      saveView(portal, actor, { name: form["name"], query }),
    );
  }
  if (form["do"] !== "columns") return redirectInApp(path + (await addressOfList(portal, form)));
  const columns = columnsFor(actor, await currentSettings(portal));
  const chosen = columns.map(({ name }) => name).filter((name) => form[`column-${name}`] !== undefined);
  return runAction(visit, { id: "", back, here: path }, () => chooseColumns(portal, actor, chosen));
}
