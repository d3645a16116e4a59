import type { ReactNode } from "react";
import type { OwnShown } from "#core/own-fields/own-field.ts";
import type { FieldName } from "#core/records/record-fields.ts";
import { m } from "#i18n/compiled/messages.js";
import { type EndedPaper, endedWords } from "#i18n/ended-words.ts";
import { ownLabel, ownValueWords } from "#i18n/own-field-words.ts";
import { EndedNotice } from "./ended-notice.tsx";

type BandProps = {
  title: string;
  /** Is the heading instead of the title, which follows. What has ended comes before it. */
  lead?: string | undefined;
  isAnswer?: boolean;
  ended?: readonly EndedPaper[];
  children: ReactNode;
};

/** The top of a sheet: what has ended, the outcome, then whom it is about. The first of these is the heading. */
export function Band({ title, lead, isAnswer = false, ended = [], children }: BandProps) {
  const hasEnded = endedWords(ended);
  const first = hasEnded ?? lead;
  const heading = (
    <h2 {...(isAnswer && { tabIndex: -1, autoFocus: true })} className="text-18 wrap-anywhere sm:text-28">
      {first ?? title}
    </h2>
  );
  return (
    <div className="band">
      {hasEnded === undefined ? heading : <EndedNotice ended={ended}>{heading}</EndedNotice>}
      {first !== undefined && <p className="leading-snug wrap-anywhere">{title}</p>}
      {children}
    </div>
  );
}

export const NobodysPhoto = () => (
  <svg
    viewBox="0 0 70 90"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeDasharray="3 3"
    className="text-line-strong"
  >
    <rect x="1" y="1" width="68" height="88" rx="3" />
    <circle cx="35" cy="36" r="14" />
    <path d="M10 84c2-19 12-27 25-27s23 8 25 27" />
  </svg>
);

export const HeadTerm = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-16 text-quiet">{term}</dt>
    <dd className="text-22 leading-tight font-semibold wrap-anywhere sm:text-28">{children}</dd>
  </div>
);

const inHead = ["passportNumber", "irccNumber", "name"] as const;
type Fact<Name> = Exclude<Name, (typeof inHead)[number]>;

/** The fields below the head of a sheet. */
export const factsIn = <Name extends FieldName>(names: readonly Name[]): readonly Fact<Name>[] =>
  names.filter((name): name is Fact<Name> => !inHead.some((one) => one === name));

/** What the operator wrote: it never looks like a line of the program. */
export const WrittenByAgency = ({ agency, children }: { agency: string; children: ReactNode }) => (
  <section>
    <div className="grid gap-1 border-s-4 border-line ps-4">
      <h3 className="text-16 text-quiet">{m.written_by_agency({ agency })}</h3>
      {children}
    </div>
  </section>
);

/** The fields that the operator added, in the letters and the direction in which somebody wrote them. */
export const OwnParticulars = ({ own }: { own: readonly OwnShown[] }) =>
  own.map(({ value, ...field }) => (
    <Particular key={field.id} term={<bdi>{ownLabel(field)}</bdi>}>
      <bdi className="whitespace-pre-line">{ownValueWords(field, value)}</bdi>
    </Particular>
  ));

export function Particular({ term, children }: { term: ReactNode; children: ReactNode }) {
  if (children === "" || children === false) return null;
  return (
    <div className="border-b border-line py-2.5">
      <dt className="text-16 text-quiet">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
