import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { keyed } from "#design/page/keys.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { SavedForm } from "#design/form/saved-form.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { classWords } from "./class-words.ts";
import { RoomWord, type PayState, type ShownClass } from "./shown-class.tsx";

type EnrolledStudent = {
  id: string;
  name: string;
  email: string;
  since: string;
  pay: PayState;
  /** What removing them means; null for who has no seat any more. */
  removal: string | null;
};

type RollPageProps = {
  operatorName: string;
  page: string;
  query: string;
  of: ShownClass;
  rows: readonly EnrolledStudent[];
  /** Names the form in which a student is enrolled, so that the next one is empty. */
  form: string;
  sent: FormResult | undefined;
  isFirst: boolean;
  next: string | null;
};

/** Who is enrolled in a class, or was, and how they stand with what it costs. */
export const RollPage = ({ operatorName, page, query, of, rows, form, sent, isFirst, next }: RollPageProps) => (
  <PageFrame title={of.title} operatorName={operatorName}>
    <ClassFacts of={of} />
    <p className="flex flex-wrap gap-x-6">
      <Link to={`${page}/edit`} className="inline-flex min-h-11 items-center" {...keyed("e", m.class_edit())}>
        {m.class_edit()}
      </Link>
      <Link to="/dashboard/classes" className="inline-flex min-h-11 items-center">
        {m.class_all()}
      </Link>
    </p>
    <h2 className="text-22">{m.class_enrol_student()}</h2>
    {/* A form that came back says itself why. */}
    {of.room === "left" || sent ? (
      <EnrolForm key={form} action={page} sent={sent} />
    ) : (
      <p className="max-w-prose text-quiet">{whyNot[of.room]()}</p>
    )}
    <h2 className="text-22">{m.class_roll()}</h2>
    {rows.length > 0 ? (
      <DataTable caption={m.class_roll()} columns={columnsOf(page, page + query)} rows={rows} />
    ) : (
      <EmptyState title={m.class_empty_roll()} text={m.class_empty_roll_text()} />
    )}
    <ListPages page={page} query={query} isFirst={isFirst} next={next} />
  </PageFrame>
);

const whyNot = { full: m.class_full_for_office, closed: m.class_closed_for_office };

function EnrolForm({ action, sent }: { action: string; sent: FormResult | undefined }) {
  const { field, problem } = shownForm(sent, ["email"], { own: classWords });
  return (
    <SavedForm action={action} at={sent?.at} problem={problem} save={m.class_enrol_student()}>
      <Field
        {...field("email")}
        type="email"
        autoComplete="off"
        spellCheck={false}
        label={m.email()}
        hint={m.class_student_email_hint()}
        maxLength={254}
      />
    </SavedForm>
  );
}

const ClassFacts = ({ of }: { of: ShownClass }) => (
  <Facts>
    <Fact term={m.class_start()}>{of.start}</Fact>
    <Fact term={m.class_place()}>{of.place}</Fact>
    <Fact term={m.class_fee()}>{of.fee}</Fact>
    <Fact term={m.class_seats()}>
      <span className="flex flex-wrap gap-x-4">
        {of.seats}
        <RoomWord {...of} />
      </span>
    </Fact>
  </Facts>
);

const columnsOf = (page: string, back: string): Column<EnrolledStudent>[] => [
  {
    title: m.class_student(),
    look: "main",
    cell: ({ name, email }) => (
      <span className="flex flex-wrap items-baseline gap-x-3 py-1">
        <strong>{name}</strong>
        <span className="text-14 wrap-anywhere text-quiet">{email}</span>
      </span>
    ),
  },
  { title: m.class_payment(), look: "state", cell: ({ pay }) => <ShapedWord {...pay} /> },
  { title: m.class_seat(), cell: ({ since }) => <span className="text-quiet">{since}</span> },
  {
    title: m.class_payments(),
    cell: ({ id, name }) => (
      <Link to={`${page}/students/${id}`} className="row-button" {...keyed("o", m.class_payments())}>
        {m.class_payments()}
        <span className="sr-only"> {name}</span>
      </Link>
    ),
  },
  {
    title: m.class_remove(),
    look: "grave",
    cell: ({ id, name, removal }) =>
      removal !== null && (
        <ConfirmLink
          label={m.class_remove()}
          of={name}
          action={`${page}/students/${id}/remove`}
          back={back}
          text={removal}
          yes={m.class_remove_yes()}
          className="row-button grave"
          {...keyed("x", m.class_remove())}
        />
      ),
  },
];
