import type { AccountActor } from "#core/accounts/actor.ts";
import type { NumberFate, PaperFate } from "#core/sets/effect-of-set.ts";
import type { SetId } from "#core/sets/set-ids.ts";
import { startingSets } from "#core/sets/sets.ts";
import type { OfficeOfSet, PaperOfSet } from "#core/sets/starting-set.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { writtenCount, writtenDay } from "#i18n/written.ts";
import { aboutSet } from "#operations/settings/choose-set.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { onPagesWords, ownAudienceWords } from "./own-field-words.ts";

type Line = { title: string; facts: string[] };

/** What a set does on this site, in the words of its page. */
export async function effectInWords(portal: Portal, actor: AccountActor, id: SetId) {
  const { papers, kindsOff, secondNumber, offices, ...effect } = await aboutSet(portal, actor, id);
  const added = papers.filter(({ fate }) => fate === "added");
  const brought = new Set(offices.map(({ to }) => to));
  const inSet = startingSets[id].papers.flatMap((paper) => paper.offices.map((office) => ({ paper, office })));
  return {
    id,
    ...effect,
    adds: [
      ...added.map(({ paper }) => paperLine(paper)),
      ...(secondNumber === "set" ? [{ title: numberAdded(id), facts: [] }] : []),
      ...officeLines(inSet.filter(({ office: { to } }) => to !== null && brought.has(to))),
    ],
    switchesOff: kindsOff.map(({ kind, records }) => `${documentTitle(kind, "/")} (${writtenCount(records)})`),
    endsCopies: kindsOff.some(({ isShown }) => isShown),
    stays: [
      ...papers.flatMap(({ paper, fate }) => (fate === "added" ? [] : paperStays[fate]({ title: titleOf(paper) }))),
      ...(secondNumber === null || secondNumber === "set" ? [] : [numberStays[secondNumber]()]),
    ],
  };
}

const titleOf = ({ names }: Pick<PaperOfSet, "names">) => `\u2068${ownLabel({ labels: names })}\u2069`;

export const paperLine = ({ names, audience, hasLastDay, isForMany, onPages, offices }: PaperOfSet): Line => ({
  title: ownLabel({ labels: names }),
  facts: [
    ownAudienceWords[audience](),
    ...(audience === "visitors" ? [onPagesWords(onPages)] : []),
    ...(hasLastDay ? [m.own_paper_has_last_day_short()] : []),
    ...(isForMany ? [m.own_paper_is_for_many_short()] : []),
    ...(offices.some(({ to }) => to === null) ? [m.sets_nobody()] : []),
  ],
});

type BesidePaper = { paper: PaperOfSet; office: OfficeOfSet };

/** Each office once, with its papers. */
const officeLines = (all: readonly BesidePaper[]): Line[] =>
  [...Map.groupBy(all, ({ office }) => office.to).values()].flatMap((beside) =>
    beside.slice(0, 1).map(({ office: { names, source, readOn, dated } }) => ({
      title: ownLabel({ labels: names }),
      facts: [
        m.sets_office_for({ papers: beside.map(({ paper }) => titleOf(paper)).join(", ") }),
        `${m.sets_office_read({ day: writtenDay(readOn) })} ${source}`,
        ...(dated === null ? [] : [m.sets_office_dated({ date: dated.length === 10 ? writtenDay(dated) : dated })]),
      ],
    })),
  );

function numberAdded(id: SetId): string {
  const { secondNumber } = startingSets[id];
  if (secondNumber === null || secondNumber === "absent") return m.set_number_off();
  return m.set_number({ name: titleOf(secondNumber), example: `\u2068${secondNumber.example}\u2069` });
}

const paperStays: Record<Exclude<PaperFate, "added">, (names: { title: string }) => string> = {
  there: m.set_paper_there,
  removed: m.set_paper_removed,
  taken: m.set_paper_taken,
  full: m.set_paper_full,
};

const numberStays: Record<Exclude<NumberFate, "set">, () => string> = {
  there: m.set_number_there,
  own: m.set_number_own,
  used: m.set_number_used,
  taken: m.set_number_taken,
  waits: m.set_number_waits,
};
