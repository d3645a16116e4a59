import { makeBackup } from "#operations/backups/make-backup.ts";
import { writeLedger } from "#operations/backups/write-ledger.ts";
import { backUp, forgeStatement, loseDeletion, restore } from "../model/backups.ts";
import { beside, deadlines } from "../model/deadlines.ts";
import { minute, type Site } from "../model/site.ts";
import { openBackups, type RealSite } from "../real-site.ts";
import { kind, oneOf, plain, type StepKind } from "./step.ts";

/** The time comes at which the newest of these things ends, or begins. */
const deadline = (what: string, timesOf: (site: Site) => number[]): StepKind =>
  kind<{ back: number; isPast: boolean }>({
    weight: 1,
    draw: (dice) => ({ back: dice(2), isPast: dice(3) > 0 }),
    say: ({ back, isPast }) =>
      `It is two minutes ${isPast ? "past" : "before"} the ${back === 0 ? "last" : "last but one"} deadline of a ${what}`,
    deed({ back, isPast }, site) {
      const time = timesOf(site)
        .filter((one) => one > site.now + beside)
        .at(-1 - back);
      if (time === undefined) return null;
      return {
        model: (model) => ((model.now = isPast ? time + beside : time - beside), "done"),
        real: async () => "done",
      };
    },
  });

const deadlineSteps = Object.fromEntries(
  Object.entries(deadlines).map(([what, timesOf]) => [`${what}Deadline`, deadline(what, timesOf)]),
);

/** What happens to the whole site. */
export const siteSteps: Readonly<Record<string, StepKind>> = {
  ...deadlineSteps,
  restart: plain(
    2,
    "The program is started anew",
    () => "done",
    (real) => real.restart(),
  ),
  backUp: plain(4, "A backup is made", backUp, async (real) => {
    await using store = await openBackups(real.portal);
    await makeBackup(real.portal, store, { location: real.portal.backupPlace?.location });
  }),
  loseDeletion: {
    ...plain(1, "The newest deletion is removed from the list beside the backups", loseDeletion, async (real) => {
      await using store = await openBackups(real.portal);
      const entries = await Array.fromAsync(store.names("erased-2"));
      // After a rotation, each deletion has an entry under each secret.
      const newest =
        entries
          .toSorted()
          .at(-1)
          ?.replace(/-[0-9a-f]{8}$/, "") ?? "none";
      for (const name of entries) if (name.startsWith(newest)) await store.remove(name);
    }),
    isFor: ({ outside }) => outside.saved !== null && outside.erasedEntries.size > 0,
  },
  restore: {
    ...plain(3, "The site is lost, and restored from the last backup", restore, (real) => real.restore()),
    isFor: ({ outside }) => outside.saved !== null,
  },
  forge: {
    ...plain(1, "Somebody writes to the database that a withdrawn statement stands", forgeStatement, forgeFirst),
    isFor: ({ hasWithdrawal }) => hasWithdrawal,
  },
  mailServer: kind<{ does: Site["outside"]["mailServer"] }>({
    weight: 2,
    draw: (dice) => ({
      does: oneOf(dice, ["takes mails", "refuses every mail", "takes mails and loses its answers"] as const),
    }),
    say: ({ does }) => `From now on, the mail server ${does}`,
    deed: ({ does }) => ({
      model: (model) => ((model.outside.mailServer = does), "done"),
      real: async ({ world }) => ((world.mailServer = does), "done"),
    }),
  }),
  store: kind<{ does: Site["outside"]["store"] }>({
    weight: 2,
    draw: (dice) => ({ does: oneOf(dice, ["works", "takes nothing", "removes nothing"] as const) }),
    say: ({ does }) => `From now on, the store of files ${does}`,
    deed: ({ does }) => ({
      model: (model) => ((model.outside.store = does), "done"),
      real: async ({ world }) => ((world.store = does), "done"),
    }),
  }),
  move: kind<{ isStopped: boolean }>({
    weight: 1,
    draw: (dice) => ({ isStopped: dice(2) === 0 }),
    say: ({ isStopped }) =>
      `The site moves to another database and another folder${isStopped ? ", and each move is stopped once" : ""}`,
    deed: ({ isStopped }) => ({
      model: () => "done",
      real: async (real) => (await real.move(isStopped), "done"),
    }),
  }),
  rotate: plain(
    2,
    "The keys are rotated",
    (model) => {
      model.desk.asked.clear();
      return "done";
    },
    (real) => real.rotate(),
  ),
  wait: kind<{ minutes: number }>({
    weight: 8,
    draw: (dice) => ({ minutes: oneOf(dice, [1, 9, 11, 11, 1441, 1441, 8 * 1440, 15 * 1440, 40 * 1440, -3]) }),
    say: ({ minutes }) => (minutes < 0 ? `The clock is set back ${-minutes} minutes` : `${minutes} minutes pass`),
    deed({ minutes }, { outside, watches }) {
      // Backups are told apart by their times: one that is made after the clock was set back is not the newest. What
      // changed since a watch was compared is told apart by its time, too.
      if (minutes < 0 && (outside.saved || watches.length > 0)) return null;
      return { model: (model) => ((model.now += minutes * minute), "done"), real: async () => "done" };
    },
  }),
};

/** Clears what says that a statement was withdrawn, and lowers the count of its list. */
async function forgeFirst({ portal }: RealSite): Promise<void> {
  await portal.database.write(async (writer) => {
    const of = (isEnded: boolean) =>
      writer
        .selectFrom("statement")
        .selectAll()
        .where("ended_at", isEnded ? "is not" : "is", null);
    const shown = new Set((await of(false).execute()).map(({ record_id }) => record_id));
    const ended = await of(true).orderBy("seq").execute();
    // Beside a statement that stands, only the public log tells that this one does not.
    const row = ended.find(({ record_id }) => shown.has(record_id)) ?? ended[0];
    if (!row) return;
    const stands = { ended_at: null, withdrawn_tree: null, withdrawn_leaf: null };
    await writer.updateTable("statement").set(stands).where("seq", "=", row.seq).execute();
    await writer
      .updateTable("status_list")
      .set((eb) => ({ ended: eb("ended", "-", 1) }))
      .where("id", "=", row.list_id)
      .execute();
  });
}

/** What the program does at once after a step. */
export const followUp = ({ portal }: RealSite): Promise<void> => writeLedger(portal, new AbortController().signal);
