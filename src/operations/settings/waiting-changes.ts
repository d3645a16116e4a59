import { isDeepStrictEqual } from "node:util";
import type { Actor } from "#core/accounts/actor.ts";
import type { HeldChange, HeldNumber } from "#core/accounts/held-changes.ts";
import { type Declared, isFor, ownShownAnew, shownOtherwise, showsDays } from "#core/own-fields/own-field.ts";
import { type PublicKind, publicKinds } from "#core/records/document-kinds.ts";
import type { SecondNumber } from "#core/records/second-number.ts";
import { loosened, safetyLost } from "#core/settings/safeguards.ts";
import type { Settings, SettingsWith } from "#core/settings/settings.ts";
import { type HeldRow, heldRows, namedIn } from "#storage/database/accounts/held-changes.ts";
import { deleteRows } from "#storage/database/rows.ts";
import { type Held, type holdForSecondAdmin, openHeld, type UnderSettings } from "../held-changes/hold-change.ts";

/** What of a change waits for a second admin, and the settings that apply until then. */
export type Waiting = { change: HeldChange; meanwhile: Partial<Settings> };

const waitingOf: Record<SettingsWith<"isHeld">, (before: Settings, change: Partial<Settings>) => Waiting | null> = {
  // Each end of the rule has an answer of its own.
  fourEyes: ({ leftRevisions, ...before }, change) =>
    endsRule(before, change)
      ? {
          change: { kind: "four-eyes-off", subject: change.leftRevisions === "publish" ? "publish" : "" },
          meanwhile: { fourEyes: true, leftRevisions },
        }
      : null,
  shownKinds: (before, { shownKinds = [] }) => {
    const added = publicKinds.filter((kind) => shownKinds.includes(kind) && !before.shownKinds.includes(kind));
    return before.fourEyes && added.length > 0
      ? {
          change: { kind: "shown-kinds", subject: added.join(" "), kinds: added },
          meanwhile: { shownKinds: shownKinds.filter((kind) => !added.includes(kind)) },
        }
      : null;
  },
  ownFields: ({ fourEyes, ownFields: before }, { ownFields }) => {
    const shown = fourEyes ? ownWaiting(before, ownFields) : null;
    return shown && { change: { kind: "shown-fields", ...shown.held }, meanwhile: { ownFields: shown.meanwhile } };
  },
  ownPapers: ({ fourEyes, ownPapers: before }, { ownPapers }) => {
    const shown = fourEyes ? ownWaiting(before, ownPapers) : null;
    return shown && { change: { kind: "shown-papers", ...shown.held }, meanwhile: { ownPapers: shown.meanwhile } };
  },
  secondNumber: ({ fourEyes, secondNumber: before, irccNumberIsOptional: wasOptional }, change) => {
    const { secondNumber: number, irccNumberIsOptional: isOptional = wasOptional } = change;
    if (!fourEyes || !number || !isAnother(before, number)) return null;
    return {
      change: {
        kind: "second-number",
        subject: "",
        number: {
          ...heldPartOf(number),
          ...otherHelp(before, number),
          ...(isOptional !== wasOptional && { isOptional }),
        },
        before: { ...heldPartOf(before), ...otherHelp(number, before) },
      },
      meanwhile: { secondNumber: before, irccNumberIsOptional: wasOptional },
    };
  },
};

/** True if visitors would see another name, or find by another form. Help and example are no change of this kind. */
const isAnother = (before: SecondNumber, after: SecondNumber): boolean =>
  !isDeepStrictEqual(heldPartOf(before), heldPartOf(after));

const heldPartOf = ({ labels, form, isAbsent }: SecondNumber): HeldNumber => ({ labels, form, isAbsent });

/** Returns the fields or papers that visitors would newly see, and all of them as they are until then. */
function ownWaiting<Own extends Declared>(before: readonly Own[], after: readonly Own[] = []) {
  const shown = ownShownAnew(before, after);
  if (shown.length === 0) return null;
  const held = {
    subject: shown.map(({ id }) => id).join(" "),
    fields: shown.map((own) => {
      const was = before.filter(isFor("visitors")).find(({ id }) => id === own.id);
      return { id: own.id, labels: own.labels, ...(was && showsDays(was, own) && { hasLastDay: true }) };
    }),
  };
  return {
    held,
    meanwhile: after.map((own) => (shown.includes(own) ? { ...own, ...shownUntilThen(before, own) } : own)),
  };
}

/** Who sees a field or paper while its change waits, under which names, and whether without last days. */
function shownUntilThen(before: readonly Declared[], after: Declared): Partial<Declared> {
  const was = before.find(({ id }) => id === after.id);
  if (!was || !isFor("visitors")(was)) return { audience: was?.audience === "holder" ? "holder" : "staff" };
  return { labels: was.labels, ...(showsDays(was, after) && { hasLastDay: false }) };
}

/** Beside the name that stays until then, help for another one would mislead. */
const otherHelp = (than: SecondNumber, { hints, example }: SecondNumber): Partial<HeldNumber> => ({
  ...(!isDeepStrictEqual(hints, than.hints) && { hints }),
  ...(example !== than.example && { example }),
});

const endsRule = (before: Pick<Settings, "fourEyes">, change: Partial<Settings>) =>
  before.fourEyes && change.fourEyes === false;

/** All that makes the site less strict waits together. */
function safeguardsWaiting(before: Settings, change: Partial<Settings>): Waiting | null {
  const after = { ...before, ...change };
  const settings = loosened(before, after, after);
  if (!before.fourEyes || Object.keys(settings).length === 0) return null;
  const meanwhile = loosened(before, after, before);
  const losses = safetyLost(before, { ...before, ...settings });
  return { change: { kind: "safeguards", subject: losses.join(" "), settings, before: meanwhile }, meanwhile };
}

export const allWaiting = (before: Settings, change: Partial<Settings>): Waiting[] =>
  [...Object.values(waitingOf), safeguardsWaiting].flatMap((waitingIn) => waitingIn(before, change) ?? []);

/** Returns what of a change takes effect now. */
export const untilThen = (
  before: Settings,
  change: Partial<Settings>,
  waiting: readonly Waiting[],
): Partial<Settings> =>
  waiting.reduce<Partial<Settings>>(
    (left, { meanwhile }) => ({ ...left, ...meanwhile }),
    endsRule(before, change) ? { leftRevisions: "discard", ...change } : change,
  );

export async function holdAll(
  under: UnderSettings,
  actor: Actor,
  waiting: readonly Waiting[],
  hold: typeof holdForSecondAdmin,
): Promise<Held | null> {
  let first: Held | null = null;
  for (const { change } of waiting) {
    const held = await hold(under, actor, change);
    first ??= held;
  }
  return first;
}

/**
 * Nothing that was asked for before shows what is shown otherwise, hidden or switched off since. Returns what ended, for the
 * audit log.
 */
export async function endHeldOf(
  { within, writer }: Omit<UnderSettings, "settings">,
  before: Settings,
  after: Settings,
): Promise<HeldRow[]> {
  const gone: Partial<Record<HeldRow["kind"], readonly string[]>> = {
    "shown-kinds": publicKinds.filter(
      (kind) => isHidden(before, after, kind) || (after.kindsOff[kind] && !before.kindsOff[kind]),
    ),
    "shown-fields": shownOtherwise(before.ownFields, after.ownFields),
    "shown-papers": shownOtherwise(before.ownPapers, after.ownPapers),
    // Its subject is "": there is one.
    "second-number": isAnother(before.secondNumber, after.secondNumber) ? [""] : [],
  };
  const areShown = (named: readonly string[]) => named.every((one) => after.shownKinds.some((kind) => kind === one));
  const now: Record<string, unknown> = after;
  const isOtherwise = (change: HeldChange) =>
    change.kind === "safeguards" &&
    Object.entries(change.before).some(([name, value]) => !isDeepStrictEqual(value, now[name]));
  const ended = (await heldRows(within, writer)).filter((row) => {
    const named = namedIn(row);
    if (row.kind === "safeguards") return isOtherwise(openHeld(within.keyring, row));
    return named.some((one) => gone[row.kind]?.includes(one)) || (row.kind === "shown-kinds" && areShown(named));
  });
  await deleteRows(
    writer,
    "held_change",
    ended.map(({ id }) => id),
  );
  return ended;
}

const isHidden = (before: Settings, after: Settings, kind: PublicKind) =>
  before.shownKinds.includes(kind) && !after.shownKinds.includes(kind);

/** The kinds of which visitors will see more once a second admin agrees. */
export const waitingKinds = async ({ within, writer }: Omit<UnderSettings, "settings">): Promise<string[]> =>
  (await heldRows(within, writer)).filter(({ kind }) => kind === "shown-kinds").flatMap(namedIn);
