import { fieldNames } from "#core/records/record-fields.ts";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { OwnDeclared } from "#core/own-fields/own-paper.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale } from "#i18n/compiled/runtime.js";
import { messageCount, writtenCount, writtenDay, writtenTime } from "#i18n/written.ts";
import type { AllAboutPerson } from "#operations/exports/all-about-person.ts";
import { ownLabel, ownValueWords } from "#i18n/own-field-words.ts";
import { stateWords } from "#design/page/state-label.tsx";
import { fieldLabel } from "../record-list/particulars.ts";
import { lookLines } from "../../holder/look-words.ts";
import { historyLines } from "../records/record-history.server.ts";
import { RecordHistory } from "../records/record-history.tsx";

/** `revised`: the record as it will be once the changes that wait are approved. */
type PersonPageProps = AllAboutPerson & {
  record: CandidateRecord;
  revised: CandidateRecord | null;
  declared: OwnDeclared;
  operator: string;
  now: number;
};

/**
 * A standalone HTML page with everything that the site knows about a person. The documents are separate files beside
 * it.
 */
export const personPage = (about: PersonPageProps): string =>
  `<!doctype html>${renderToStaticMarkup(<PersonPage {...about} />)}`;

const PersonPage = ({ record, revised, declared, operator, now, ...about }: PersonPageProps) => (
  <html lang={getLocale().slice(0, 2)}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{record.name}</title>
      <style>
        {
          "body{font:1rem/1.5 sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}dt{font-weight:bold}dd{unicode-bidi:plaintext;text-align:left}"
        }
      </style>
    </head>
    <body>
      <h1>
        <bdi>{record.name}</bdi>
      </h1>
      <p>{m.person_text({ operator, when: writtenTime(now) })}</p>
      <dl>
        {fieldNames.map((name) => (
          <Term key={name} term={fieldLabel(name)}>
            {record[name]}
          </Term>
        ))}
        {declared.ownFields
          .filter(({ id }) => record.own[id] !== undefined)
          .map((field) => (
            <Term key={field.id} term={ownLabel(field)}>
              {ownValueWords(field, record.own[field.id] ?? "")}
            </Term>
          ))}
        <Term term={m.state()}>{stateWords[publicStateOf(record)]()}</Term>
        {revised && (
          <Term term={m.changes_title()}>
            {[
              ...fieldNames
                .filter((name) => revised[name] !== record[name])
                .map((name) => `${fieldLabel(name)}: ${revised[name]}`),
              ...declared.ownFields
                .filter(({ id }) => revised.own[id] !== record.own[id])
                .map((field) => `${ownLabel(field)}: ${ownValueWords(field, revised.own[field.id] ?? "")}`),
            ].join("; ")}
          </Term>
        )}
        <Term term={m.column_added()}>{writtenTime(record.addedAt)}</Term>
        {about.holder && (
          <Term term={m.holder_link_title()}>{m.holder_link_bound({ date: writtenTime(about.holder.boundAt) })}</Term>
        )}
        {about.holder?.passkeyAt && (
          <Term term={m.passkeys()}>{m.passkey_added_on({ date: writtenTime(about.holder.passkeyAt) })}</Term>
        )}
        {about.holder?.account && <Term term={m.audit_account()}>{about.holder.account}</Term>}
        {about.holder?.email && <Term term={m.email()}>{about.holder.email}</Term>}
      </dl>
      <p>{m.person_documents()}</p>
      <Parts {...about} declared={declared} />
    </body>
  </html>
);

type PartsProps = AllAboutPerson & Pick<PersonPageProps, "declared">;

const Parts = ({ comments, history, declared, lookups, drafts, unreadDrafts, mails, ...about }: PartsProps) => (
  <>
    <Part title={m.history()}>
      <RecordHistory lines={historyLines(history, declared)} />
    </Part>
    <Part title={m.comments()}>
      {comments.map(({ at, writtenBy, text }) => (
        <Entry key={at} head={`${writtenTime(at)}, ${writtenBy ?? m.history_nobody()}`} text={text} />
      ))}
    </Part>
    <Part title={m.record_lookups()}>
      {lookups.map(({ day, hits, looks }) => (
        <Entry key={day} head={writtenDay(day)} text={[writtenCount(hits), ...lookLines(looks)].join(" · ")} />
      ))}
    </Part>
    <Part title={m.reports_title()}>
      {about.reports.map(({ id, receivedAt, reference, message }) => (
        <Entry key={id} head={`${writtenTime(receivedAt)}, ${reference}`} text={message} />
      ))}
    </Part>
    <Part title={m.false_numbers_title()}>
      {about.falseNumbers.map(({ number, reason, until, markedAt }) => (
        <Entry key={markedAt} head={`${number}, ${writtenTime(markedAt)} – ${writtenDay(until)}`} text={reason} />
      ))}
      {about.unreadFalseNumbers.map(({ id, markedAt }) => (
        <Entry key={id} head={`${id}, ${writtenTime(markedAt)}`} text={m.changes_damaged_short()} />
      ))}
    </Part>
    <Part title={m.person_drafts()}>
      {[
        ...drafts.map(({ savedAt, by, content }) => (
          <Entry
            key={savedAt}
            head={`${writtenTime(savedAt)}, ${by ?? ""}`}
            text={content ? JSON.stringify(content) : m.changes_damaged_short()}
          />
        )),
        ...(unreadDrafts > 0 ? [<p key="unread">{m.person_unread(messageCount(unreadDrafts))}</p>] : []),
      ]}
    </Part>
    <Part title={m.person_mails()}>
      {mails.map(({ queuedAt, to, subject, text }) => (
        <Entry key={`${queuedAt} ${to}`} head={`${writtenTime(queuedAt)}, ${to}: ${subject}`} text={text} />
      ))}
    </Part>
  </>
);

const Term = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {Array.isArray(children) && children.length === 0 ? <p>{m.person_nothing()}</p> : children}
  </section>
);

const Entry = ({ head, text }: { head: string; text: string }) => (
  <p>
    <strong>{head}</strong>
    <br />
    {text}
  </p>
);
