import type { ReactNode } from "react";
import { CompareWithPaper } from "../sheet/compare-with-paper.tsx";
import { EndedNotice } from "../sheet/ended-notice.tsx";
import { endedSentence } from "#i18n/ended-words.ts";
import { kindsWithLastDay } from "#core/records/last-days.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { Button, buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";
import { getZone } from "#i18n/reader-zone.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import type { Operator } from "../frame/site/site-facts.ts";
import { CompareTool } from "../compare/compare-tool.tsx";
import { documentTitle } from "#i18n/document-titles.ts";
import type { ReceiptReading } from "#verify/lookup-receipt.ts";
import type { Reading, Standing } from "#verify/verdict.ts";
import { ListingWords } from "./listing-words.tsx";
import { WithBlanks } from "./with-blanks.tsx";

/** Templates of all answers in the visitor's language. script/show-answer.ts picks one and fills it in. */
type CheckAnswersProps = { operator: Operator; lookupPolicy: LookupPolicy };

export const CheckAnswers = ({ operator, lookupPolicy }: CheckAnswersProps) => (
  <>
    <template id="check-looking">
      <p className="text-22">{m.check_looking()}</p>
    </template>
    <template id="check-statement">
      <Statement {...{ operator, lookupPolicy }} />
    </template>
    <template id="check-receipt">
      <Receipt />
    </template>
    <template id="check-listing">
      <ListingWords />
    </template>
    {Object.entries(problems(operator.name)).map(([id, problem]) => (
      <template key={id} id={`check-${id}`}>
        <Problem {...problem} />
      </template>
    ))}
  </>
);

/** Why no statement can be shown. */
export type ProblemId =
  | Exclude<Reading["kind"] | ReceiptReading["kind"], "statement" | "receipt">
  /** No key stored on the device signed the code, and the device could not fetch newer keys. */
  | "unknown-key"
  | "no-code"
  | "unreadable"
  | "pdf-no-code"
  | "no-camera"
  | "no-scanner"
  | "not-an-address"
  /** What the whole log says of a receipt. */
  | "split-view"
  | "broken"
  /** The address of a site, about which registers are asked. */
  | "site";

type ProblemWords = {
  title: ReactNode;
  texts: readonly string[];
  /** True only if something is wrong: never for what nobody can tell yet. */
  isAlarming?: boolean;
  namesKeys?: boolean;
  /** What to do if no register tells more. */
  unlisted?: string;
};

const problems = (operator: string): Record<ProblemId, ProblemWords> => ({
  unsigned: {
    title: m.check_unsigned({ operator }),
    texts: [m.check_unsigned_text()],
    isAlarming: true,
  },
  "unknown-key": {
    title: m.check_unknown_key(),
    texts: [m.check_unknown_key_text({ operator })],
    namesKeys: true,
  },
  revoked: { title: m.check_revoked(), texts: [m.check_revoked_text({ operator })], isAlarming: true },
  "other-site": {
    title: <WithBlanks words={m.check_other_site({ host: "|host|" })} />,
    texts: [],
    unlisted: m.check_other_site_text(),
  },
  site: { title: <WithBlanks words={m.check_site({ host: "|host|" })} />, texts: [] },
  "to-come": { title: m.check_receipt_to_come(), texts: [m.check_receipt_to_come_text()] },
  "not-logged": { title: m.check_receipt_not_logged(), texts: [m.check_receipt_not_logged_text()], isAlarming: true },
  "split-view": { title: m.check_log_wrong(), texts: [m.check_log_split_view()], isAlarming: true },
  broken: { title: m.check_log_wrong(), texts: [m.check_log_broken()], isAlarming: true },
  damaged: { title: m.check_damaged(), texts: [m.check_damaged_text()] },
  "not-a-slip": { title: m.check_not_a_slip(), texts: [m.check_not_a_slip_text()] },
  "no-keys": { title: m.check_no_keys(), texts: [m.check_no_keys_text()] },
  "no-code": { title: m.check_no_code(), texts: [m.check_no_code_text()] },
  unreadable: { title: m.check_unreadable(), texts: [m.check_unreadable_text()] },
  "pdf-no-code": { title: m.check_pdf_no_code(), texts: [m.check_pdf_no_code_text()] },
  "no-camera": { title: m.check_no_camera(), texts: [m.check_no_camera_text()] },
  "no-scanner": { title: m.check_no_scanner(), texts: [m.check_no_scanner_text()] },
  "not-an-address": { title: m.check_not_an_address(), texts: [m.check_not_an_address_text()] },
});

const Problem = ({ title, texts, isAlarming = false, namesKeys = false, unlisted }: ProblemWords) => (
  <div className="grid justify-items-start gap-4">
    <Heading isAlarming={isAlarming}>{title}</Heading>
    <Listings />
    {unlisted !== undefined && (
      <p data-unlisted="" className="font-semibold">
        {unlisted}
      </p>
    )}
    {texts.map((text) => (
      <p key={text}>{text}</p>
    ))}
    {namesKeys && <KeptKeys />}
    <LookUp />
  </div>
);

const Heading = ({ isAlarming, children }: { isAlarming: boolean; children: ReactNode }) => (
  <h2 tabIndex={-1} autoFocus className={`text-22 wrap-anywhere sm:text-28 ${isAlarming ? "text-alarm" : ""}`}>
    {children}
  </h2>
);

const KeptKeys = () => (
  <p data-case="kept-keys" className="text-16 text-quiet">
    <WithBlanks words={m.check_kept_keys({ date: "|keptKeys|" })} />
  </p>
);

const LookUp = () => (
  <a href="/" className={buttonClass({ variant: "secondary", size: "medium" })}>
    {m.check_look_up()}
  </a>
);

/** The script fills in what registers tell. */
const Listings = () => <div data-listings="" className="grid gap-4 empty:hidden" />;

type StandingWords = { title: string; texts: readonly string[]; isAlarming?: boolean };

/** The script fills in the name of the operator who signed the statement. */
const signer = { operator: "|signer|" };

const standings = (): Record<Standing, StandingWords> => {
  const ownWord = m.check_stands_text(signer);
  const ofLog = { title: m.check_log_wrong(), isAlarming: true };
  return {
    stands: { title: m.check_stands(), texts: [ownWord] },
    unwitnessed: { title: m.check_unwitnessed(signer), texts: [ownWord, m.check_unwitnessed_text()] },
    "too-few": { title: m.check_too_few(signer), texts: [ownWord, m.check_too_few_text()] },
    "not-shown-current": {
      title: m.check_not_shown_current(signer),
      texts: [ownWord, m.check_not_shown_current_text({ date: "|since|" })],
    },
    "log-unchecked": { title: m.check_log_unchecked(signer), texts: [ownWord, m.check_log_unchecked_text()] },
    withdrawn: { title: m.check_withdrawn(), texts: [m.check_withdrawn_text(signer)], isAlarming: true },
    "not-logged": { ...ofLog, texts: [m.check_not_logged()] },
    "lost-leaves": { ...ofLog, texts: [m.check_log_lost()] },
    "split-view": { ...ofLog, texts: [m.check_log_split_view()] },
    broken: { ...ofLog, texts: [m.check_log_broken()] },
    "no-connection": { title: m.check_no_connection(), texts: [m.check_no_connection_text(signer)] },
    "no-answer": { title: m.check_no_answer(), texts: [m.check_no_answer_text(signer)] },
    "too-old": { title: m.check_too_old(), texts: [m.check_too_old_text({ ...signer, date: "|ends|" })] },
    "wrong-clock": { title: m.check_wrong_clock(), texts: [m.check_wrong_clock_text()] },
  };
};

/** Contains every possible part. The script removes the parts that do not apply. */
const Statement = ({ operator, lookupPolicy }: CheckAnswersProps) => (
  <article data-name={operator.name} data-licence={operator.licence} className="record sheet">
    <Ended />
    <div data-case="incomplete" className="grid gap-2">
      <Heading isAlarming={false}>{m.check_incomplete()}</Heading>
      <p>{m.check_incomplete_text()}</p>
    </div>
    {Object.entries(standings()).map(([standing, { title, texts, isAlarming = false }]) => (
      <div key={standing} data-case={standing} className="grid gap-2">
        <Heading isAlarming={isAlarming}>
          <WithBlanks words={title} />
        </Heading>
        {texts.map((text) => (
          <p key={text}>
            <WithBlanks words={text} />
          </p>
        ))}
      </div>
    ))}
    <NoDays />
    <Listings />
    <KeptKeys />
    <p data-case="leads-to" className="font-semibold text-alarm">
      <WithBlanks words={m.check_leads_to({ host: "|host|" })} />
    </p>
    <PublicLog />
    <p data-case="key-stolen" className="font-semibold">
      {m.check_key_stolen()}
    </p>
    <p data-case="name-cut" className="font-semibold">
      {m.check_name_cut()}
    </p>
    <CompareWithPaper operator={operator} />
    <PublishedPhoto lookupPolicy={lookupPolicy} />
    <dl className="border-t border-line">
      <Said term={m.record_name()} fill="name" leftOut={m.check_left_out()} />
      <Said term={m.check_number()} fill="number" leftOut={m.check_left_out()} />
      <Documents />
      <SignedBy operator={operator} />
      <Said term={m.check_published_on()} fill="published" />
      <Said term={m.check_content_changed_on()} fill="contentSince" />
      <Said term={m.check_signed_on()} fill="issued" />
      <Said term={m.check_logged()} fill="logged" />
      <Said term={m.check_witnesses()} fill="witnesses" />
      <Said term={m.check_until()} fill="ends" />
    </dl>
    <Own />
    <p className="font-semibold">{m.check_of_code()}</p>
    <section className="not-said">
      <h3 className="text-18">{m.not_said()}</h3>
      <p className="mt-1">
        {m.not_said_accepted()} {m.not_said_published({ operator: operator.name })}
      </p>
      <p className="mt-1">{m.not_said_ask()}</p>
      <p className="mt-1 font-semibold">{m.not_said_money()}</p>
    </section>
    <Files />
    <div className="border-t border-line pt-6">
      <LookUp />
    </div>
  </article>
);

const NoDays = () => (
  <>
    <p data-case="no-days" className="font-semibold">
      {m.check_no_days()} <a href="/">{m.check_look_up()}</a>
    </p>
    <p data-case="left-out" className="font-semibold">
      {m.check_papers_left_out()} <a href="/">{m.check_look_up()}</a>
    </p>
    <OtherDay />
  </>
);

/** For a reader for whom a shown day is still to come, or not yet over. */
const OtherDay = () => <p data-case="other-day">{m.days_of_zone({ zone: getZone() })}</p>;

const Files = () => (
  <div data-case="files">
    <CompareTool titles={Object.fromEntries(documentKinds.map((kind) => [kind, documentTitle(kind, "/")]))} />
  </div>
);

/** The first heading if a paper has ended. The script keeps what applies, and repeats the last for papers of the operator. */
const Ended = () => (
  <div data-case="ended">
    <EndedNotice>
      <h2 tabIndex={-1} autoFocus className="text-18 wrap-anywhere sm:text-28">
        {kindsWithLastDay.map((kind) => (
          <span key={kind} data-ended={kind} className="block">
            <WithBlanks words={endedSentence({ kind, title: documentTitle(kind, "/") }, "|endedOn|")} />
          </span>
        ))}
        <span data-ended="" className="block">
          <WithBlanks words={m.paper_ended({ paper: "|endedPaper|", date: "|endedOn|" })} />
        </span>
      </h2>
    </EndedNotice>
  </div>
);

/** The answer that a visitor kept. The script removes the parts that do not apply. */
const Receipt = () => (
  <article className="record sheet">
    <Ended />
    <div data-case="shown">
      <Heading isAlarming={false}>{m.check_receipt_shown()}</Heading>
    </div>
    <div data-case="nothing">
      <Heading isAlarming={false}>{m.check_receipt_nothing()}</Heading>
    </div>
    <p>
      <WithBlanks words={m.check_receipt_text({ date: "|date|" })} />
    </p>
    <p data-case="nothing" className="font-semibold">
      {m.check_receipt_word()}
    </p>
    <OtherDay />
    <Listings />
    <KeptKeys />
    <p data-case="log-in-log" className="font-semibold">
      {m.check_receipt_in_log()}
    </p>
    <p data-case="log-lost-leaves" className="font-semibold">
      {m.check_log_lost()}
    </p>
    <p data-case="log-unknown" className="font-semibold">
      {m.check_log_unchecked_text()}
    </p>
    <WholeLog hint={m.check_receipt_read_hint()} />
    <dl className="border-t border-line">
      <Said term={m.check_number()} fill="number" />
      <Said term={m.check_asked_name()} fill="name" />
      <Said term={m.check_published_on()} fill="published" />
      <Said term={m.check_content_changed_on()} fill="contentSince" />
    </dl>
    <dl data-case="shown">
      <Documents />
    </dl>
    <div>
      <LookUp />
    </div>
  </article>
);

/** Fields and papers that the operator added. The script repeats them. */
const Own = () => (
  <section data-case="own">
    <div className="grid gap-1 border-s-4 border-line ps-4">
      <h3 className="text-16 text-quiet">
        <WithBlanks words={m.written_by_agency({ agency: "|signer|" })} />
      </h3>
      <dl>
        <div data-own-row="" className={saidClass}>
          <dt className="text-16 text-quiet">
            <bdi data-own="title" />
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            <bdi data-own="value" />
          </dd>
        </div>
      </dl>
      <ul>
        <li data-paper="" className="wrap-anywhere">
          <bdi />
        </li>
      </ul>
      <p data-case="more-papers">{m.check_more_papers()}</p>
    </div>
  </section>
);

/** The face, when asked: the search page answers, as to any other search. */
const PublishedPhoto = ({ lookupPolicy }: Pick<CheckAnswersProps, "lookupPolicy">) =>
  lookupPolicy === "code" ? (
    <p className="text-16">{m.check_photo_needs_code()}</p>
  ) : (
    <form data-case="number" method="post" action="/" className="grid justify-items-start gap-2">
      <textarea readOnly hidden name="number" data-fill="asked" />
      <textarea readOnly hidden name="name" data-fill="askedName" />
      <Button variant="secondary">{m.check_photo()}</Button>
      <p className="text-16">{m.check_photo_hint()}</p>
    </form>
  );

const Documents = () => (
  <Said term={m.check_documents()}>
    <ul>
      {documentKinds.map((kind) => (
        <li key={kind} data-document={kind}>
          {documentTitle(kind, "/")}
        </li>
      ))}
      <li data-document="none">{m.check_no_documents()}</li>
      <li data-document="none-named">{m.check_none_named()}</li>
    </ul>
  </Said>
);

/** What the whole public log says of a saved proof. */
const PublicLog = () => (
  <>
    <p data-case="log-withdrawn" className="font-semibold text-alarm">
      <WithBlanks words={m.check_log_withdrawn({ line: "|line|" })} />
    </p>
    <p data-case="log-not-withdrawn" className="font-semibold">
      <WithBlanks words={m.check_log_not_withdrawn({ line: "|line|" })} />
    </p>
    <WholeLog hint={m.check_log_read_hint()} />
  </>
);

/** A button that reads the whole public log. */
const WholeLog = ({ hint }: { hint: string }) => (
  <>
    <p data-case="log-unread" className="font-semibold">
      {m.check_log_unread()}
    </p>
    <div data-case="may-read-log" className="grid justify-items-start gap-2">
      <p className="text-16">{hint}</p>
      <Button type="button" variant="secondary" data-check="log">
        {m.check_log_read()}
      </Button>
    </div>
  </>
);

/** Shows the operator's name in the statement, and the present name if it differs. */
const SignedBy = ({ operator }: { operator: Operator }) => (
  <Said term={m.check_signed_by()}>
    <bdi data-fill="signer" />
    <span data-case="licensed">
      {" · "}
      <WithBlanks words={m.licence({ licence: "|licence|" })} />
    </span>
    <p data-case="other-name" className="text-16 text-quiet">
      {m.check_other_name({ operator: [operator.name, operator.licence].filter(Boolean).join(" · ") })}
    </p>
  </Said>
);

const saidClass = "grid border-b border-line py-2.5 md:grid-cols-[11rem_1fr] md:items-baseline md:gap-4";

/** `leftOut`: shown where the value is empty. Without it, the script removes the row. */
type SaidProps = { term: string; fill?: string; leftOut?: string; children?: ReactNode };

function Said({ term, fill, leftOut, children }: SaidProps) {
  return (
    <div className={saidClass}>
      <dt className="text-16 text-quiet">{term}</dt>
      <dd data-fill={fill} data-left-out={leftOut} className="min-w-0 wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
