import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { CountedUse } from "#core/settings/feature-uses.ts";
import type { Feature } from "#core/settings/features.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { SafetyLoss } from "#core/settings/safeguards.ts";
import { lossWords } from "#i18n/loss-words.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Counted } from "#i18n/written.ts";
import { Button, buttonClass } from "#design/form/button.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { documentTitle } from "#i18n/document-titles.ts";
import { SettingChoices } from "../../account/setup/setting-boxes.tsx";
import { featureWords } from "./feature-words.ts";
import type { Boxes } from "./sections.ts";

/** An effect of a change of settings that the user must know before saving. */
export type Consequence = SafetyLoss | "shuts-you-out";

type SettingsQuestionProps = {
  consequences: readonly Consequence[];
  /** The kinds of documents that visitors do not see yet and will see. */
  newlyShown: readonly DocumentKind[];
  /** How many records would be due for deletion at once; null if none would be deleted. */
  dueNow: (Counted & { isMore: boolean }) | null;
  /** True if changes of records wait: the user chooses what becomes of them. */
  asksOfRevisions: boolean;
  /** The features that are switched off, and what is stored of each. */
  switchedOff: readonly { feature: Feature; uses: readonly { what: CountedUse; written: string }[] }[];
  /** The form as it was sent; it is sent again with the user's consent. */
  form: Boxes;
  page: string;
};

/** Says what a change of settings means. */
export const SettingsQuestion = ({
  consequences,
  newlyShown,
  dueNow,
  asksOfRevisions,
  switchedOff,
  form,
  page,
}: SettingsQuestionProps) => (
  <AskBeforeSaving
    form={{ ...form, agreed: consequences.join(" ") }}
    page={page}
    more={asksOfRevisions && <LeftRevisions />}
  >
    {consequences.map((consequence) => (
      <li key={consequence}>
        {words[consequence]({ documents: titlesOf(newlyShown) })}
        {consequence === "features-off" && <SwitchedOff switchedOff={switchedOff} />}
      </li>
    ))}
    {dueNow && (
      <li className="font-semibold">{(dueNow.isMore ? m.settings_ask_due_more : m.settings_ask_due_now)(dueNow)}</li>
    )}
  </AskBeforeSaving>
);

/** The answer of a form that asks before visitors see a field or paper. */
export const agreedToShow = "shown";

type ShownQuestionProps = { form: Boxes; page: string; action: string; says: readonly string[] };

/** Says what visitors will see of one of the operator's own fields or papers, before they see it. */
export const ShownQuestion = ({ form, page, action, says }: ShownQuestionProps) => (
  <AskBeforeSaving form={{ ...form, agreed: agreedToShow }} {...{ page, action }}>
    {says.map((words) => (
      <li key={words}>{words}</li>
    ))}
  </AskBeforeSaving>
);

type AskBeforeSavingProps = {
  /** The form as it was sent; it is sent again with the user's consent. */
  form: Boxes;
  /** Where the user goes instead. */
  page: string;
  action?: string;
  more?: ReactNode;
  /** What the change means, as the items of a list. */
  children: ReactNode;
};

/** Saves a form after a second click. */
export function AskBeforeSaving({ form, page, action, more, children }: AskBeforeSavingProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    return () => document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="grid max-w-prose gap-4">
      <h2 ref={title} tabIndex={-1} className="text-22">
        {m.settings_ask_title()}
      </h2>
      <p>{m.settings_ask_text()}</p>
      <ul className="grid list-disc gap-2 ps-5">{children}</ul>
      <SendForm
        className="mt-2 flex flex-wrap items-center gap-3"
        hidden={form}
        {...(action !== undefined && { action })}
      >
        {more}
        {/* The first element that can be pressed changes nothing. */}
        <Link to={page} className={buttonClass({ variant: "secondary", size: "small" })}>
          {m.cancel()}
        </Link>
        <Button size="large">{m.settings_ask_yes()}</Button>
      </SendForm>
    </section>
  );
}

const SwitchedOff = ({ switchedOff }: Pick<SettingsQuestionProps, "switchedOff">) => (
  <ul className="mt-2 grid list-disc gap-1 ps-5">
    {switchedOff.map(({ feature, uses }) => (
      <li key={feature}>
        <strong>{featureWords[feature].name()}</strong>
        {` (${usedIn(uses)}) ${featureWords[feature].off?.() ?? ""}`.trimEnd()}
      </li>
    ))}
  </ul>
);

const usedIn = (uses: SettingsQuestionProps["switchedOff"][number]["uses"]): string =>
  uses.map(({ what, written }) => usedWords[what]({ written })).join(", ") || m.feature_used_nothing();

const LeftRevisions = () => (
  <div className="w-full">
    <SettingChoices name="leftRevisions" chosen="discard" />
  </div>
);

const titlesOf = (kinds: readonly DocumentKind[]) => kinds.map((kind) => documentTitle(kind, "/")).join(", ");

const usedWords: Record<CountedUse, (count: { written: string }) => string> = {
  class: m.feature_used_classes,
  enrolment: m.feature_used_enrolments,
  bulkRun: m.feature_used_runs,
  importRun: m.feature_used_imports,
  takenTable: m.feature_used_tables,
  import_column: m.feature_used_columns,
  post: m.feature_used_posts,
  organisation: m.feature_used_organisations,
  told_answer: m.feature_used_answers,
  watch: m.feature_used_watches,
  holder: m.feature_used_holders,
  holder_link: m.feature_used_holder_links,
  shareCode: m.feature_used_share_codes,
  standingStatement: m.feature_used_statements,
  walletCopy: m.feature_used_wallet_copies,
  believedRegister: m.feature_used_registers,
  logWitness: m.feature_used_witnesses,
  webhook: m.feature_used_webhooks,
};

const words: Record<Consequence, (names: { documents: string }) => string> = {
  ...lossWords,
  "shuts-you-out": m.settings_ask_shuts_you_out,
};
