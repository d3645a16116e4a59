import { type DocumentKind, documentKinds, publicKinds } from "../records/document-kinds.ts";
import type { Settings } from "./settings.ts";

type Kinds = Pick<Settings, "shownKinds" | "kindsOff">;

/**
 * What visitors see has no kind that is off, so nothing for strangers asks what is off: not pages, statements, slips nor
 * share codes.
 */
export const withoutOff = <Of extends Kinds>(settings: Of): Of => ({
  ...settings,
  shownKinds: settings.shownKinds.filter((kind) => !settings.kindsOff[kind]),
});

export const switchedOff = ({ shownKinds, kindsOff }: Kinds, kind: DocumentKind): Partial<Kinds> => ({
  kindsOff: { ...kindsOff, [kind]: shownKinds.some((shown) => shown === kind) ? "visitors" : "staff" },
});

/** `waiting`: the kinds that visitors will see once a second admin agrees. Switching one off ends that, and is the same to visitors. */
export const withWaiting = (
  before: Kinds,
  { kindsOff }: Kinds,
  waiting: readonly string[],
): Pick<Kinds, "kindsOff"> => ({
  kindsOff: {
    ...kindsOff,
    ...Object.fromEntries(
      documentKinds
        .filter((kind) => kindsOff[kind] && !before.kindsOff[kind] && waiting.includes(kind))
        .map((kind) => [kind, "visitors"] as const),
    ),
  },
});

/** Under two people, staff see it at once, and visitors once a second admin agrees: as any kind that is shown. */
export function switchedOn({ shownKinds, kindsOff }: Kinds, kind: DocumentKind): Partial<Kinds> {
  const { [kind]: who, ...left } = kindsOff;
  if (who !== "visitors") return { kindsOff: left };
  return { kindsOff: left, shownKinds: publicKinds.filter((one) => one === kind || shownKinds.includes(one)) };
}
