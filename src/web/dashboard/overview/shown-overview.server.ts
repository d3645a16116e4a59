import { daysOfEnd } from "#core/records/last-days.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { mayKeepRecords } from "#core/accounts/permissions.ts";
import { heldWords } from "#i18n/held-words.ts";
import { m } from "#i18n/compiled/messages.js";
import {
  writtenAgo,
  writtenCount,
  writtenDay,
  writtenDuration,
  writtenShortDay,
  writtenSize,
  writtenMoment,
  writtenTime,
} from "#i18n/written.ts";
import { listUnsavedForms } from "#operations/drafts/list-drafts.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { countRecords } from "#operations/records/list-records.ts";
import { readHeldChanges } from "#operations/decisions/decide-change.ts";
import { maxHolders, readOverview } from "#operations/overview/read-overview.ts";
import { failingMails, type Waiting, waitingWork } from "#operations/overview/waiting-work.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readNotices } from "#operations/retention/keep-record.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { placeOfDraft } from "../drafts/place-of-draft.ts";
import { writtenWaiting } from "../layout/menu-counts.server.ts";
import { readStuckRecords, type StuckRecord } from "#operations/revisions/stuck-records.ts";
import type { ShownHeld } from "./held-changes.tsx";
import type { ShownStuck } from "./stuck-records.tsx";
import type { ShownLookups } from "./lookups.tsx";
import type { ShownFacts } from "./site-facts.tsx";
import { endsSoon, type ShownWork } from "./waiting-work.tsx";
import { officeToday } from "#operations/portal/office-time.ts";

export async function shownWork(portal: Portal, actor: AccountActor): Promise<ShownWork> {
  const now = portal.now();
  const [{ records, returned, reports }, { begun, damaged }, typed, ending, leaving, mails] = await Promise.all([
    waitingWork(portal, actor),
    readDrafts(portal, actor),
    countUnsaved(portal, actor),
    countRecords(portal, actor, daysOfEnd(endsSoon, officeToday(portal))),
    mayKeepRecords(actor) ? readNotices(portal) : null,
    failingMails(portal, actor),
  ]);
  const unsaved = typed + damaged.length;
  return {
    records: shownWaiting(records, now),
    returned: returned && shownWaiting(returned, now),
    reports: reports && shownWaiting(reports, now),
    ending: ending.count === 0 ? null : writtenWaiting(ending),
    leaving: leaving && { count: writtenCount(leaving.count), from: writtenDay(leaving.from) },
    mails: mails && writtenWaiting(mails),
    unsaved: unsaved === 0 ? null : writtenCount(unsaved),
    drafts: begun.map(({ form, label, savedAt }) => ({ form, label, saved: writtenAgo(savedAt, now) })),
  };
}

/** How many texts the page of these lists. */
async function countUnsaved(portal: Portal, actor: AccountActor): Promise<number> {
  const [forms, site] = await Promise.all([listUnsavedForms(portal, actor), currentSettings(portal)]);
  return forms.filter((form) => placeOfDraft(form, site)).length;
}

const shownWaiting = (waiting: Waiting, now: number) => ({
  isNone: waiting.count === 0,
  count: writtenWaiting(waiting),
  oldest: waiting.since === null ? null : writtenAgo(waiting.since, now),
});

export async function shownSite(portal: Portal, actor: AccountActor) {
  const now = portal.now();
  const { lookups, records, isEmpty, approvalMs, storage, oldKey, faults, holders, steps } = await readOverview(
    portal,
    actor,
  );
  const { dateValue, dateIsSet, features } = await currentSettings(portal);
  const { databaseBytes, documents, disk, lastBackup } = storage;
  const facts: ShownFacts = {
    records: records.map(({ publicState, count, isMore }) => ({
      publicState,
      count: writtenCount(count) + (isMore ? "+" : ""),
    })),
    checkedUpTo: dateIsSet ? writtenDay(dateValue) : null,
    holders: features.holders ? holderFacts(holders) : [],
    approval: approvalMs === null ? null : writtenDuration(approvalMs),
    lastBackup: lastBackup === null ? null : writtenAgo(lastBackup, now),
    storage: [
      m.overview_database({ size: writtenSize(databaseBytes) }),
      ...(documents ? [m.overview_documents({ size: writtenSize(documents.bytes) })] : []),
      m.overview_free({ size: writtenSize(disk.freeBytes), all: writtenSize(disk.bytes) }),
    ],
  };
  const keySince = oldKey === null ? null : writtenMoment(oldKey);
  const logFaults = faults.map(({ kind, since, witnesses }) => ({
    kind,
    since: writtenTime(since),
    witnesses: witnesses.join(", "),
  }));
  return { facts, isEmpty, steps, keySince, logFaults, lookups: shownLookups(lookups) };
}

const holderFacts = ({ bound, offered, shared }: Awaited<ReturnType<typeof readOverview>>["holders"]): string[] => [
  m.overview_bound({ count: writtenUpTo(bound) }),
  m.overview_offered({ count: offered, written: writtenUpTo(offered) }),
  m.overview_codes({ count: shared, written: writtenUpTo(shared) }),
];

export async function shownHeld(portal: Portal, actor: AccountActor): Promise<ShownHeld[]> {
  const held = await readHeldChanges(portal, actor);
  return held.map(({ change, name, spared, outside, until, ...line }) => ({
    ...line,
    words: heldWords(change, name, { spared, outside }),
    until: writtenTime(until),
  }));
}

/** So many of the longest-waiting are looked at, and so many of those that nobody may approve are shown. */
const maxLookedAt = 2000;
const maxStuck = 5;

/** What nobody may approve, with whoever could. */
export async function shownStuck(portal: Portal, actor: AccountActor): Promise<ShownStuck> {
  const { records, isAll } = await readStuckRecords(portal, actor, maxLookedAt);
  const count = writtenCount(records.length);
  const inAll = records.length > maxStuck ? m.stuck_in_all({ count }) : null;
  return {
    records: records.slice(0, maxStuck).map(({ id, name, isDamaged, couldApprove }) => ({
      id,
      name,
      could: isDamaged ? [m.changes_damaged_text()] : couldApprove.map(possibleWords),
      command: isDamaged ? null : m.stuck_operator({ command: `attestry changes --release ${id}` }),
    })),
    more: isAll ? inAll : m.stuck_at_least({ count, looked: writtenCount(maxLookedAt) }),
  };
}

const possibleWords = ({ name, from }: StuckRecord["couldApprove"][number]): string =>
  from === null ? m.stuck_could_take_back({ name }) : m.stuck_could_later({ name, date: writtenTime(from) });

const writtenUpTo = (count: number) => writtenCount(count) + (count === maxHolders ? "+" : "");

type LookupDays = Awaited<ReturnType<typeof readOverview>>["lookups"];

function shownLookups(days: LookupDays): ShownLookups {
  const rows = days.map(({ hits, misses, ...day }) => ({
    ...day,
    found: hits.web + hits.api,
    missed: misses.web + misses.api,
    web: hits.web + misses.web,
    api: hits.api + misses.api,
  }));
  const sum = (figure: "found" | "missed" | "web" | "api" | "waveHours") =>
    rows.reduce((total, row) => total + row[figure], 0);
  return {
    totals: {
      found: writtenCount(sum("found")),
      missed: writtenCount(sum("missed")),
      web: writtenCount(sum("web")),
      api: writtenCount(sum("api")),
      all: writtenCount(sum("found") + sum("missed")),
      most: writtenCount(Math.max(...rows.map(({ found, missed }) => found + missed))),
    },
    waveHours: sum("waveHours") === 0 ? null : writtenCount(sum("waveHours")),
    isEmpty: sum("found") + sum("missed") === 0,
    days: rows.map(({ day, waveHours, ...counts }) => ({
      id: day,
      day: writtenDay(day),
      shortDay: writtenShortDay(day),
      hasWave: waveHours > 0,
      counts,
      written: {
        found: writtenCount(counts.found),
        missed: writtenCount(counts.missed),
        web: writtenCount(counts.web),
        api: writtenCount(counts.api),
        waveHours: writtenCount(waveHours),
      },
    })),
  };
}
