import type { DayOfLooks } from "#core/holders/looks.ts";
import { type OwnName, ownName, type OwnShown } from "#core/own-fields/own-field.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { isolated } from "#core/texts/isolated.ts";
import { groupsOf } from "#core/records/numbers.ts";
import { isOn } from "#core/settings/features.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { PaperShown, PublicRecord } from "#core/records/visibility.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenList, writtenTime } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { documentTitle } from "#i18n/document-titles.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Field } from "#design/form/field.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { repeatForm } from "../lookup-form/lookup-form.tsx";
import { Papers, papersAsShown } from "../sheet/documents.tsx";
import { FalsePapers } from "../sheet/false-papers.tsx";
import { RecordSheet } from "../sheet/record-sheet.tsx";
import { OwnParticulars } from "../sheet/sheet-parts.tsx";
import { pages } from "../pages.ts";
import { OwnAccess, type OwnAccessProps } from "./own-access.tsx";
import { OwnLooks } from "./own-looks.tsx";
import { OwnSheet } from "./own-sheet.tsx";
import { codesWith, OwnCodes, type OwnCodesProps } from "./own-share-codes.tsx";
import { OwnWallet, type OwnWalletProps } from "./own-wallet.tsx";
import { type OwnReport, OwnReports } from "./own-reports.tsx";
import { FoldedSection } from "#design/folded-section.tsx";

type ShownOwn = {
  looks: readonly DayOfLooks[];
  countedFrom: number;
  refusesNotices: boolean;
  today: string;
  reports: readonly OwnReport[];
  name: string;
  shown: PublicRecord | null;
  documents: readonly { kind: DocumentKind; isWithheld: boolean }[];
  fields: readonly (OwnShown & { isWithheld: boolean })[];
  papers: readonly (Pick<PaperShown, "id" | "labels"> & { isWithheld: boolean })[];
  /** The operator's own fields and papers that only the holder and staff see. */
  forHolder: readonly OwnShown[];
  papersForHolder: readonly PaperShown[];
  grantForHolder: ImageGrant | null;
  mail: OwnMail | null;
  newLink: { madeAt: number; worksFrom: number; reason: string } | null;
  isFrozen: boolean;
  /** Those of the record's numbers that staff have marked as being on false papers. */
  falseNumbers: readonly string[];
};

type OwnRecordProps = {
  own: ShownOwn &
    Pick<OwnCodesProps, "shared" | "made" | "now"> &
    Pick<OwnAccessProps, "boundAt" | "passkeyAt" | "account" | "ownAccount" | "begun"> &
    OwnWalletProps;
  site: SiteFacts;
  places: OfficialPlaces;
} & Record<"ofReport" | "ofMails" | "ofShare" | "ofAccess" | "ofJoin", FormResult | undefined>;

/** The holder's page: what is published about the holder, and what the holder can do about it. A frozen one can only be read. */
export const OwnRecord = (props: OwnRecordProps) => (
  <>
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <h1 className="text-28 wrap-anywhere sm:text-36">{m.holder_title()}</h1>
      <ButtonForm does="close" label={m.holder_close()} />
    </div>
    {props.own.falseNumbers.length > 0 && (
      <FalsePapers title={m.holder_false_papers_title({ number: writtenList(props.own.falseNumbers.map(ownNumber)) })}>
        {m.holder_false_papers({ operator: props.site.operator.name })}
      </FalsePapers>
    )}
    {props.own.isFrozen ? <FrozenParts {...props} /> : <OpenParts {...props} />}
  </>
);

const ownNumber = (number: string) => isolated(groupsOf(number).join("\u00A0"));

const FrozenParts = ({ own, site, places, ofReport }: OwnRecordProps) => (
  <>
    <Frozen operator={site.operator.name} />
    <OwnSheet {...own} operator={site.operator.name} />
    <div className="border-b border-line">
      <OwnLooks {...own} operator={site.operator.name} />
      <OwnReports reports={own.reports} result={ofReport} operator={site.operator.name} />
    </div>
    <Shown {...{ own, site, places }} />
  </>
);

function OpenParts({ own, site, places, ofReport, ofMails, ofShare, ofAccess, ofJoin }: OwnRecordProps) {
  const operator = site.operator.name;
  return (
    <>
      {own.newLink && <NewLink {...own.newLink} operator={operator} />}
      <OwnSheet {...own} operator={operator} />
      <div className="border-b border-line">
        <OwnCodes {...own} result={ofShare} address={site.address} />
        <OwnLooks {...own} operator={operator} />
        <OwnReports reports={own.reports} result={ofReport} operator={operator} />
      </div>
      {own.forHolder.length + own.papersForHolder.length > 0 && <ForHolder own={own} operator={operator} />}
      <div>
        <Shown {...{ own, site, places }} />
        {partsOf(own).length > 0 && <OwnParts own={partsOf(own)} codes={own.shared.codes} operator={operator} />}
        {own.shown && isOn(site, "wallets") && <OwnWallet {...own} operator={operator} />}
        {own.mail && <OwnMails mail={own.mail} result={ofMails} />}
        <OwnAccess {...own} result={ofAccess} ofJoin={ofJoin} operator={operator} />
      </div>
    </>
  );
}

/** The answer that visitors get. On a phone it is several screens high. */
const Shown = ({ own, site, places }: Pick<OwnRecordProps, "own" | "site" | "places">) =>
  own.shown && (
    <FoldedSection
      id="shown"
      title={(site.lookupPolicy === "code" ? m.holder_shown_title_code : m.holder_shown_title)({ name: own.name })}
    >
      <p>{site.lookupPolicy === "code" ? m.holder_shown_code() : m.holder_shown_text()}</p>
      {/* The "Show again" button beside an expired image reloads this page. */}
      <form id={repeatForm} action={pages.myRecord.path} className="hidden" />
      <RecordSheet
        record={own.shown}
        input={{ number: own.shown.passportNumber, name: "" }}
        page="/"
        today={own.today}
        isOwn
        {...{ site, places }}
      />
    </FoldedSection>
  );

/** The holder can only read, and write to the office. */
const Frozen = ({ operator }: { operator: string }) => (
  <section role="alert" className="grid max-w-prose gap-3 border-s-4 border-alarm ps-4">
    <h2 className="text-18 text-alarm">{m.holder_frozen_title()}</h2>
    <p>{m.holder_frozen_text({ operator })}</p>
  </section>
);

/** Warns that a member of staff has made a new link, which would give the page to another person. */
const NewLink = ({ madeAt, worksFrom, reason, operator }: NonNullable<ShownOwn["newLink"]> & { operator: string }) => (
  <section role="alert" className="grid max-w-prose justify-items-start gap-3 border-s-4 border-alarm ps-4">
    <h2 className="text-18 text-alarm">{m.holder_new_link_title()}</h2>
    <p>{m.holder_new_link_text({ operator, made: writtenTime(madeAt), from: writtenTime(worksFrom) })}</p>
    <p className="wrap-anywhere whitespace-pre-line">{m.holder_new_link_reason({ reason })}</p>
    <ButtonForm does="refuse" label={m.holder_refuse_link()} />
  </section>
);

const ButtonForm = ({ does, label }: { does: string; label: string }) => (
  <form method="post" action={pages.myRecord.path}>
    <Button variant="secondary" size="small" name="do" value={does}>
      {label}
    </Button>
  </form>
);

/** What only the holder and staff see. */
const ForHolder = ({ own, operator }: { own: ShownOwn; operator: string }) => (
  <section aria-labelledby="for-holder" className="grid grid-cols-1 gap-3">
    <h2 id="for-holder" className="text-22">
      {m.holder_only_you_title()}
    </h2>
    <p>{m.holder_only_you_text({ operator })}</p>
    <dl className="facts">
      <OwnParticulars own={own.forHolder} />
    </dl>
    {own.grantForHolder && own.papersForHolder.length > 0 && (
      <Papers
        shown={papersAsShown(own.papersForHolder)}
        today={own.today}
        grant={own.grantForHolder}
        agency={operator}
      />
    )}
  </section>
);

/** A kind of document, or one of the operator's own papers or fields. */
type OwnPart = { name: AnyKind | OwnName; title: string; isWithheld: boolean };

const partsOf = ({ documents, papers, fields }: Pick<ShownOwn, "documents" | "papers" | "fields">): OwnPart[] => [
  ...documents.map(({ kind, isWithheld }) => ({ name: kind, title: documentTitle(kind, "/"), isWithheld })),
  ...papers.map((paper) => ({ name: paper.id, title: ownLabel(paper), isWithheld: paper.isWithheld })),
  ...fields.map((field) => ({ name: ownName(field.id), title: ownLabel(field), isWithheld: field.isWithheld })),
];

type OwnPartsProps = { own: readonly OwnPart[]; codes: OwnCodesProps["shared"]["codes"]; operator: string };

/** What the holder hides from strangers or may hide. */
const OwnParts = ({ own, codes, operator }: OwnPartsProps) => (
  <FoldedSection id="documents" title={m.holder_documents_title()} isOpen={own.some(({ isWithheld }) => isWithheld)}>
    <p>{m.holder_documents_text({ operator })}</p>
    <ul className="border-t border-line">
      {own.map((part) => (
        <PartRow key={part.name} {...part} codes={codesWith(part.name, codes)} />
      ))}
    </ul>
  </FoldedSection>
);

const PartRow = ({ name, title, isWithheld, codes }: OwnPart & { codes: readonly string[] }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2">
    <div id={`document-${name}`} className="wrap-anywhere">
      <p className="font-semibold">
        <bdi>{title}</bdi>
      </p>
      <p className="text-16 text-quiet">{isWithheld ? m.holder_document_kept() : m.holder_document_open()}</p>
      {isWithheld && codes.length > 0 && (
        <p className="text-16">{m.holder_document_kept_codes({ codes: codes.join("; ") })}</p>
      )}
    </div>
    <form method="post" action={pages.myRecord.path}>
      <input type="hidden" name="kind" value={name} />
      <Button
        id={`hold-${name}`}
        variant="secondary"
        size="small"
        className="scroll-mt-20"
        name="do"
        value={isWithheld ? "give" : "hold"}
        aria-describedby={`document-${name}`}
      >
        {isWithheld ? m.holder_give_back() : m.holder_hold_back()}
      </Button>
    </form>
  </li>
);

type OwnMail = { state: "off" | "asked" | "on"; address: string; tellsLooks: boolean; isLate: boolean };

const OwnMails = ({ mail, result }: { mail: OwnMail; result: FormResult | undefined }) => (
  <FoldedSection id="mails" title={m.holder_mails_title()} isOpen={mail.state !== "off" || result !== undefined}>
    <p>{m.holder_mails_text()}</p>
    {mail.state === "off" ? (
      <AskForm result={result} />
    ) : (
      <form method="post" action={pages.myRecord.path} className="grid justify-items-start gap-3">
        <p role="status" className="wrap-anywhere">
          {mail.state === "on"
            ? m.holder_mails_on({ email: mail.address })
            : mail.isLate
              ? m.check_mail_late()
              : m.holder_mails_asked({ email: mail.address })}
        </p>
        {mail.state === "on" && (
          <Button variant="secondary" size="small" name="do" value={mail.tellsLooks ? "no-look-mails" : "look-mails"}>
            {mail.tellsLooks ? m.holder_mails_no_looks() : m.holder_mails_looks()}
          </Button>
        )}
        <Button variant="secondary" size="small" name="do" value="no-mails">
          {m.holder_mails_stop()}
        </Button>
      </form>
    )}
  </FoldedSection>
);

function AskForm({ result }: { result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["email"]);
  return (
    <form method="post" action={pages.myRecord.path} noValidate className="grid max-w-md gap-4">
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      <Field {...field("email")} type="email" label={m.email()} autoComplete="email" missing={m.email_required()} />
      <div>
        <Button variant="secondary" name="do" value="mails">
          {m.holder_mails_ask()}
        </Button>
      </div>
    </form>
  );
}
