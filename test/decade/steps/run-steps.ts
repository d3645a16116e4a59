import { randomUUID } from "node:crypto";
import type { AccountActor } from "#core/accounts/actor.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, stopRun, undoRun } from "#operations/bulk/begin-run.ts";
import { executeRuns } from "#operations/run-work/execute-runs.ts";
import { deleteOldToldAnswers, tellOrganisations } from "#operations/desk/tell-organisations.ts";
import { emptyOwn } from "#operations/own-fields/delete-own-values.ts";
import { settleRevisions } from "#operations/revisions/settle-revisions.ts";
import { applyDueChanges } from "#operations/decisions/decide-change.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { executeDryRuns } from "#operations/run-work/execute-dry-runs.ts";
import { receiveRows } from "#operations/imports/receive-import.ts";
import { deliverMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { tellWatchers } from "#operations/watches/tell-watchers.ts";

import { newDataKey } from "#sealing/data-keys.ts";
import { round } from "../../support/execute-all-runs.ts";
import { heads } from "../../support/imports.ts";
import { fillIndex } from "../../support/own-fields.ts";
import { begin, beginImport, confirm, hideLeft, stop, undo, work } from "../model/runs.ts";
import { day, names, type Name, type Site } from "../model/site.ts";
import { clock } from "../real-site.ts";
import {
  nationality,
  kind,
  someNumbers,
  fullNames,
  meant,
  passport,
  oneOf,
  motherName,
  type Dice,
  ircc,
  missingId,
  type StepKind,
} from "./step.ts";

const bulkKinds = ["hide", "unhide", "approve", "assign", "delete"] as const;
type Bulk = { who: Name; what: (typeof bulkKinds)[number]; numbers: number[]; to: Name };

type OnRun = { who: Name; back: number };
const drawOnRun = (dice: Dice): OnRun => ({
  who: oneOf(dice, ["Ada", "Ada", "Ben", "Mina"]),
  back: oneOf(dice, [0, 0, 1, 2]),
});

/** A run by its age among those of this person, so that a shorter sequence means the same. */
function onRun(
  weight: number,
  words: string,
  inModel: (site: Site, by: Name, id: number) => string,
  inProgram: (portal: Portal, actor: AccountActor, id: string) => Promise<string | void>,
): StepKind {
  return kind<OnRun>({
    weight,
    draw: drawOnRun,
    say: ({ who, back }) =>
      `${who} ${words} ${["the last run", "the run before the last", "the third last run"][back]}`,
    deed({ who, back }, site) {
      const run = site.runs.filter(({ by }) => by === who).at(-1 - back);
      if (!run) return null;
      const next = site.outside.lastId + 1;
      return {
        model: (model) => inModel(model, who, run.id),
        real: async (real) => {
          const follower = await inProgram(
            real.portal,
            await real.actor({ name: who }),
            real.runs.get(run.id) ?? missingId,
          );
          if (follower) real.runs.set(next, follower);
          return "done";
        },
      };
    },
  });
}

/** What somebody does with many records, and the work of the program. */
export const runSteps: Readonly<Record<string, StepKind>> = {
  run: kind<Bulk>({
    weight: 12,
    draw: (dice) => ({
      who: oneOf(dice, ["Ada", "Ada", "Ben", "Mina"]),
      what: oneOf(dice, bulkKinds),
      numbers: someNumbers(dice),
      to: oneOf(dice, names),
    }),
    say: ({ who, what, numbers, to }) =>
      `${who} begins to ${what} many: ${numbers.join(", ")}${what === "assign" ? `, to ${to}` : ""}`,
    deed({ who, what, numbers, to }, site) {
      const ids = numbers.map((number) => meant(site, number)).filter((id, at, all) => all.indexOf(id) === at);
      const next = site.outside.lastId + 1;
      const assignee = what === "assign" ? to : null;
      return {
        model: (model) => begin(model, who, { kind: what, ids, to: assignee }),
        real: async (real) => {
          const actor = await real.actor({ name: who });
          const chosen = { ids: ids.map((id) => real.records.get(id) ?? missingId) };
          const { id } = await askForRun(real.portal, actor, what, chosen);
          real.runs.set(next, id);
          await beginRun(real.portal, actor, id, { assignee: assignee && real.accounts[assignee] });
          return "done";
        },
      };
    },
  }),
  import: kind<{ who: Name; numbers: number[]; name: number; begins: boolean }>({
    weight: 6,
    draw: (dice) => ({
      who: oneOf(dice, ["Ada", "Ada", "Ben", "Mina"]),
      numbers: someNumbers(dice),
      name: dice(fullNames.length),
      begins: dice(2) === 0,
    }),
    say: ({ who, numbers, name, begins }) =>
      `${who} ${begins ? "imports" : "sends"} a table: ${numbers.join(", ")}, each for ${fullNames[name]}`,
    deed({ who, numbers, name, begins }, site) {
      if (numbers.length === 0) return null;
      const next = site.outside.lastId + 1;
      return {
        model: (model) => {
          const rows = numbers.map((number) => ({ number, name }));
          return beginImport(model, who, rows, begins);
        },
        real: async (real) => {
          const actor = await real.actor({ name: who });
          const id = await receiveTable(real.portal, actor, [
            `${heads},Nationality`,
            ...numbers.map((each) => lineOf(each, name)),
          ]);
          await takeGuessedColumns(real.portal, actor, id, { begins });
          real.runs.set(next, id);
          return "done";
        },
      };
    },
  }),
  confirm: onRun(6, "begins", confirm, (portal, actor, id) => beginRun(portal, actor, id)),
  stop: onRun(3, "stops", stop, (portal, actor, id) => stopRun(portal, actor, id)),
  undo: onRun(12, "undoes", undo, (portal, actor, id) => undoRun(portal, actor, id)),
  hideLeft: onRun(4, "hides what was left by", hideLeft, async (portal, actor, id) => {
    const { id: hide } = await askForRun(portal, actor, "hide", { leftBy: id });
    await beginRun(portal, actor, hide);
    return hide;
  }),
  work: kind<{ dies: number }>({
    weight: 22,
    draw: (dice) => ({ dies: dice(24) }),
    say: ({ dies }) =>
      dies < 6 ? `The program does its work, and is killed at write ${dies + 1}` : "The program does its work",
    deed: ({ dies }) => ({
      model: work,
      real: async (real) => {
        if (dies < 6) {
          real.dieAt(dies + 1, dies % 2 === 0 ? "before" : "after");
          await doWork(real.portal).catch(() => undefined);
          await real.restart();
        }
        await doWork(real.portal);
        await deliver(real.portal);
        return "done";
      },
    }),
  }),
  days: kind<{ days: number }>({
    weight: 2,
    draw: (dice) => ({ days: oneOf(dice, [1, 6, 7]) }),
    say: ({ days }) => `The program works on each of the next days: ${days}`,
    deed: ({ days }) => ({
      model(model) {
        for (let past = 0; past < days; past += 1) {
          model.now += day;
          work(model);
        }
        return "done";
      },
      real: async ({ portal }) => {
        for (let past = 0; past < days; past += 1) {
          clock.now += day;
          await doWork(portal);
          await deliver(portal);
        }
        return "done";
      },
    }),
  }),
};

const lineOf = (number: number, name: number) =>
  `${passport(number)},${ircc(number)},${fullNames[name]},Karim Uddin,${motherName},12 Lake Road,${nationality}`;

/** Reading a file of a table starts a child process, which takes longer than all else. */
async function receiveTable(portal: Portal, actor: AccountActor, lines: readonly string[]): Promise<string> {
  const id = randomUUID();
  const rows = lines.map((text, at) => ({ row: at + 1, cells: text.split(",") }));
  await receiveRows(portal, actor, { id, dataKey: newDataKey(portal.keyring, id) }, inBatches(rows));
  return id;
}

async function* inBatches<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

const deliver = (portal: Portal) =>
  deliverMails(portal, { ...round(() => undefined), cut: new AbortController().signal });

async function doWork(portal: Portal): Promise<void> {
  await applyDueChanges(portal);
  await settleRevisions(portal);
  await emptyOwn(portal);
  await fillIndex(portal);
  await executeDryRuns(portal, round());
  await executeRuns(portal, round());
  await reviewRetention(portal, round());
  await tellWatchers(portal);
  await followAuditLog(portal);
  await deleteOldToldAnswers(portal);
  await tellOrganisations(portal);
}
