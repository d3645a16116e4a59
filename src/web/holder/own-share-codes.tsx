import { dayMs } from "#core/durations.ts";
import { type ShareAudience, shareAudiences, shareDays, sharesField, shareUses } from "#core/holders/share-codes.ts";
import { ownName, type OwnShown } from "#core/own-fields/own-field.ts";
import type { OwnPaper } from "#core/own-fields/own-paper.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import share from "lucide/dist/esm/icons/share-2.mjs";
import { m } from "#i18n/compiled/messages.js";
import { shareAudienceWords } from "#i18n/share-code-audiences.ts";
import { writtenCount, writtenDay, writtenMoment, writtenTime } from "#i18n/written.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { documentTitle } from "#i18n/document-titles.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { SendByWhatsapp } from "../sheet/send-site.tsx";
import { pages } from "../pages.ts";
import { OwnRow } from "./own-row.tsx";

type OwnCode = {
  id: string;
  whom: ShareAudience;
  words: string;
  kinds: readonly DocumentKind[];
  own: readonly string[];
  endsAt: number;
  uses: number;
  maxUses: number;
  usedDays: readonly string[];
  hasEnded: boolean;
};

/** The documents, own fields and own papers that a code may show. */
type Shareable = {
  kinds: readonly DocumentKind[];
  own: readonly OwnShown[];
  papers: readonly Pick<OwnPaper, "id" | "labels">[];
};

type MadeCode = { code: string; firstName: string; endsAt: number };

export type OwnCodesProps = {
  /** The newest code first. */
  shared: { codes: readonly OwnCode[] } & Shareable;
  /** The code that was just made. It is shown only once. */
  made: MadeCode | undefined;
  now: number;
  address: string;
  result: FormResult | undefined;
};

/** The holder's share codes: what each shows to others, and on which days it was used. */
export const OwnCodes = ({ shared, made, now, address, result }: OwnCodesProps) => (
  <OwnRow
    id="codes"
    title={m.share_title()}
    icon={share}
    note={shared.codes.some(({ hasEnded }) => !hasEnded) && m.share_usable({ count: usableIn(shared.codes) })}
    isOpen={made !== undefined || result !== undefined}
  >
    <p>{m.share_text()}</p>
    {made && <Made {...made} address={address} />}
    {shared.codes.length > 0 && (
      <ul className="border-t border-line">
        {shared.codes.map((code) => (
          <CodeRow key={code.id} {...code} titles={sharedTitles(code, shared)} />
        ))}
      </ul>
    )}
    <details open={result !== undefined} className={shared.codes.length === 0 ? "border-t border-line pt-2" : ""}>
      <summary className="min-h-11 cursor-pointer py-2.5">{m.share_make()}</summary>
      <MakeForm {...shared} last={shared.codes[0]} {...{ now, result }} />
    </details>
  </OwnRow>
);

const usableIn = (codes: readonly OwnCode[]) => writtenCount(codes.filter(({ hasEnded }) => !hasEnded).length);

function Made({ code, firstName, endsAt, address }: MadeCode & { address: string }) {
  const page = `${address}${pages.code.path}`;
  const text = m.share_message({ address: page, code, name: firstName, date: writtenTime(endsAt) });
  return (
    <div
      tabIndex={-1}
      autoFocus
      className="grid max-w-xl scroll-mt-4 justify-items-start gap-2 border-s-4 border-line-strong ps-4"
    >
      <h3 className="text-18">{m.share_made()}</h3>
      <p translate="no" dir="ltr" className="text-28 font-semibold tabular-nums select-all">
        {code}
      </p>
      <p>{m.share_made_text()}</p>
      <p className="wrap-anywhere select-all">{text}</p>
      <SendByWhatsapp text={text} />
    </div>
  );
}

/** What a code shows. A field or paper that the operator shows no more has no title. */
const sharedTitles = (code: OwnCode, { papers, own }: Shareable): string[] => [
  ...code.kinds.map((kind) => documentTitle(kind, "/")),
  ...[...papers, ...own].filter(({ id }) => code.own.includes(id)).map(ownLabel),
];

type CodeRowProps = OwnCode & { titles: readonly string[] };

/** For whom and why the holder made a code. */
const namedCode = ({ whom, words }: OwnCode): string =>
  shareAudienceWords[whom]() + (words === "" ? "" : ` · ${words}`);

/** Names the usable codes that show a document, an own paper or an own field. They show it even while it is held back. */
export const codesWith = (name: string, codes: readonly OwnCode[]): string[] =>
  codes
    .filter(({ hasEnded, uses, maxUses }) => !hasEnded && uses < maxUses)
    .filter(({ kinds, own }) => [...kinds, ...own, ...own.map(ownName)].includes(name))
    .map(namedCode);

const CodeRow = ({ titles, ...code }: CodeRowProps) => {
  const { id, endsAt, uses, maxUses, usedDays, hasEnded } = code;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2">
      <div id={`code-${id}`} tabIndex={-1} className="min-w-0 scroll-mt-4">
        <p className="font-semibold wrap-anywhere">{namedCode(code)}</p>
        {titles.length > 0 && <p className="text-16 wrap-anywhere">{titles.join(" · ")}</p>}
        <p className="text-16 text-quiet">
          {(hasEnded ? m.share_ended : m.share_until)({ date: writtenTime(endsAt) })}
          {" · "}
          {usedDays.length === 0
            ? m.share_unused({ most: writtenCount(maxUses) })
            : m.share_used({ uses: writtenCount(uses), most: writtenCount(maxUses), days: daysOf(usedDays) })}
        </p>
      </div>
      {!hasEnded && (
        <form method="post" action={pages.myRecord.path}>
          <input type="hidden" name="id" value={id} />
          <Button variant="secondary" size="small" name="do" value="end-code" aria-describedby={`code-${id}`}>
            {m.share_end()}
          </Button>
        </form>
      )}
    </li>
  );
};

/** Returns each day once, with the number of uses if there was more than one. */
const daysOf = (days: readonly string[]): string =>
  [...Map.groupBy(days, (day) => day)]
    .map(([day, { length }]) => (length > 1 ? `${writtenDay(day)} (${writtenCount(length)})` : writtenDay(day)))
    .join(" · ");

type MakeFormProps = Pick<OwnCodesProps, "now" | "result"> & Shareable & { last: OwnCode | undefined };

function MakeForm({ now, result, ...parts }: MakeFormProps) {
  const { field, problem } = shownForm(result, ["whom", "words", "days", "uses"]);
  const valueOf = (name: string, usual: string) => result?.values[name] ?? usual;
  return (
    <form method="post" action={pages.myRecord.path} noValidate className="grid max-w-xl gap-4 py-2">
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      <Field
        {...field("whom")}
        value={valueOf("whom", "employer")}
        label={m.share_whom()}
        choices={shareAudiences.map((value) => ({ value, label: shareAudienceWords[value]() }))}
      />
      <Field
        {...field("words")}
        isLarge
        label={m.share_words()}
        hint={m.share_words_hint()}
        maxLength={160}
        autoComplete="off"
      />
      <SharedParts {...parts} result={result} />
      <Field
        {...field("days")}
        value={valueOf("days", "14")}
        label={m.share_days()}
        choices={shareDays.map((value) => ({
          value,
          label: m.share_until({ date: writtenMoment(now + Number(value) * dayMs) }),
        }))}
      />
      <Field
        {...field("uses")}
        value={valueOf("uses", "3")}
        label={m.share_uses()}
        choices={shareUses.map((value) => ({ value, label: writtenCount(Number(value)) }))}
      />
      <div>
        <Button name="do" value="share">
          {m.share_make()}
        </Button>
      </div>
    </form>
  );
}

/** Ticked from the start: what the newest code shows. The first code has nothing that its holder did not choose. */
function SharedParts({ kinds, own, papers, last, result }: Omit<MakeFormProps, "now">) {
  const isInLast = (id: string) => [...(last?.kinds ?? []), ...(last?.own ?? [])].includes(id);
  const parts = [
    ...kinds.map((kind) => ({ id: kind, name: sharesField(kind), title: documentTitle(kind, "/") })),
    ...papers.map((paper) => ({ id: paper.id, name: sharesField(paper.id), title: ownLabel(paper) })),
    ...own.map((field) => ({ id: field.id, name: ownName(field.id), title: ownLabel(field) })),
  ];
  if (parts.length === 0) return <p>{m.share_no_documents()}</p>;
  return (
    <fieldset className="group/parts grid gap-1">
      <legend className="mb-1 font-semibold">{m.share_documents()}</legend>
      {parts.map(({ id, name, title }) => (
        <label key={name} htmlFor={name} className="flex min-h-11 items-center gap-3 wrap-anywhere">
          <input
            id={name}
            type="checkbox"
            name={name}
            defaultChecked={result ? result.values[name] !== undefined : isInLast(id)}
            className="size-5 accent-current"
          />
          <bdi>{title}</bdi>
        </label>
      ))}
      <div role="status">
        <p className="hidden border-s-4 border-line-strong ps-4 group-not-has-checked/parts:block">
          {m.share_nothing_chosen()}
        </p>
      </div>
    </fieldset>
  );
}
