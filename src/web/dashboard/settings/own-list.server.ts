import { messageCount } from "#i18n/written.ts";
import { deleteOwnValues } from "#operations/own-fields/delete-own-values.ts";
import { countOwnValues, type ValueCount } from "#operations/own-fields/own-values.ts";
import { type Declared, usedOf, withOwn, withOwnUp } from "#core/own-fields/own-field.ts";
import { PortalError } from "#core/errors.ts";
import type { Settings } from "#core/settings/settings.ts";
import { saysWhatProgramSays } from "#i18n/words-of-program.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { ownSearchProgress } from "#operations/records/own-filter.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import type { FlashMessageId } from "../../frame/flash/flash-messages.ts";
import type { Buttons } from "../frame/run-action.server.ts";

/** One of the lists of what the operator has added to records. */
export type OwnSetting<Own extends Declared> = {
  read: (settings: Settings) => readonly Own[];
  change: (all: Own[]) => Partial<Settings>;
};

export async function readOwnList<Own extends Declared>(portal: Portal, { read }: OwnSetting<Own>) {
  const { settings, version } = await versionedSettings(portal);
  const shown = read(settings).map((own) => ({ ...own, label: ownLabel(own) }));
  const removed = shown.filter((own) => own.isRemoved);
  const counts = await countOwnValues(
    portal,
    removed.filter(({ isEmptying }) => !isEmptying).map(({ id }) => id),
  );
  const used = usedOf(shown);
  const progress = used.some(({ isSearched }) => isSearched) ? await ownSearchProgress(portal) : null;
  const percentOf = ({ id, isSearched }: Declared) => (isSearched ? (progress?.get(id) ?? 0) : null);
  return {
    used: used.map((own) => ({
      ...own,
      percent: percentOf(own),
      // Of a name that 1.1 took.
      isOfProgram: Object.values(own.labels).some(saysWhatProgramSays),
    })),
    removed: removed.map((own) => ({ ...own, count: shownCount(counts.get(own.id)) })),
    version,
  };
}

/** Null while what records have of it is being deleted. */
const shownCount = (count: ValueCount | undefined) =>
  count ? { ...messageCount(count.records), isMore: count.isMore } : null;

/** The buttons of a list: they move, remove, bring back, and delete what records have of a removed one. */
export function ownButtons<Own extends Declared>(
  { read, change }: OwnSetting<Own>,
  flash: Record<"saved" | "removed" | "leave", FlashMessageId>,
): Buttons {
  const work =
    (changed: (all: readonly Own[], own: Own) => Own[]): Buttons[string]["work"] =>
    async (portal, actor, { id, expectedVersion }) => {
      const all = read(await currentSettings(portal));
      const own = all.find((one) => one.id === id);
      if (!own) throw new PortalError("not-found");
      return changeSettings(portal, actor, { change: change(changed(all, own)), expectedVersion });
    };
  // Showing it to visitors again is asked about as at first.
  const restored = { isRemoved: false, audience: "staff" } as const;
  return {
    up: { work: work((all, { id }) => withOwnUp(all, id)) },
    remove: { flash: flash.removed, work: work((all, own) => withOwn(all, { ...own, isRemoved: true })) },
    "delete-values": {
      flash: flash.leave,
      work: (portal, actor, target, { records }) =>
        deleteOwnValues(portal, actor, { ...target, records: Number(records) }),
    },
    restore: { flash: flash.saved, work: work((all, own) => withOwn(all, { ...own, ...restored })) },
  };
}
