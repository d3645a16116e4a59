import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { classRoll } from "#operations/classes/read-enrolments.ts";
import { enrolStudent } from "#operations/classes/enrol-student.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { DeleteLink } from "#design/form/confirm.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SavedForm } from "#design/form/saved-form.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { type Column, DataTable, RowLink } from "#design/table/data-table.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readList } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import type { Route } from "./+types/class-roll.route.ts";
import { classWords } from "./class-words.ts";
import { SeatStateWord } from "./shown-class.tsx";
import { shownClass, shownPay, shownRemoval, shownSince } from "./shown-classes.server.ts";

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ portal, actor, cursor }) => {
    const { id } = args.params;
    const [one, { enrolments, next }] = await Promise.all([
      readClass(portal, actor, id),
      classRoll(portal, actor, id, { cursor }),
    ]);
    const rows = enrolments.map(({ student, ...enrolment }) => ({
      id: enrolment.personId,
      name: student?.name ?? m.class_account_gone(),
      email: student?.email ?? "",
      since: shownSince(enrolment),
      pay: shownPay(enrolment),
      /** Says what removing the student means; null if the student no longer has a seat. */
      removal: enrolment.cancelledAt === null ? shownRemoval(enrolment) : null,
    }));
    // `form` identifies the form that enrols a student, so that the next form is empty.
    return { of: shownClass(one), rows, form: randomUUID(), next };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { personId, modified } = await enrolStudent(portal, actor, args.params.id, form);
    return redirectInApp(args.url.pathname, modified === 1 ? "student-enrolled" : "student-has-seat", personId);
  });

type RollData = Route.ComponentProps["loaderData"];

/** Lists who is or was enrolled in a class, and how much of the fee each has paid. */
export default function ClassRoll({ loaderData, actionData, params }: Route.ComponentProps) {
  const { of, rows, form, place } = loaderData;
  const page = href(pages.classRoll.path, params);
  return (
    <FormPage title={of.title} answer={actionData}>
      {(sent) => (
        <>
          <ClassFacts {...of} />
          <p className="flex flex-wrap gap-x-6">
            <TextLink to={href(pages.updateClass.path, params)} label={m.class_edit()} hotkey="e" />
            <TextLink to={pages.classes.path} label={m.class_all()} />
          </p>
          <h2 className="text-22">{m.class_enrol_student()}</h2>
          {/* A form that came back is shown: it says itself why enrolment is not possible. */}
          {of.seatState === "left" || sent ? (
            <EnrolForm key={form} page={page} sent={sent} />
          ) : (
            <p className="max-w-prose text-quiet">{whyNot[of.seatState]()}</p>
          )}
          <h2 className="text-22">{m.class_roll()}</h2>
          <DataTable
            caption={m.class_roll()}
            columns={rollColumns(of.id, page + place.query)}
            rows={rows}
            empty={<EmptyState title={m.class_empty_roll()} text={m.class_empty_roll_text()} />}
          />
          <ListPages page={page} {...place} />
        </>
      )}
    </FormPage>
  );
}

const whyNot = { full: m.class_full_for_office, closed: m.class_closed_for_office };

const ClassFacts = ({ start, place, fee, seats, seatState, seatWords }: RollData["of"]) => (
  <Facts>
    <Fact term={m.class_start()}>{start}</Fact>
    <Fact term={m.class_place()}>{place}</Fact>
    <Fact term={m.class_fee()}>{fee}</Fact>
    <Fact term={m.class_seats()}>
      <span className="flex flex-wrap gap-x-4">
        {seats}
        <SeatStateWord {...{ seatState, seatWords }} />
      </span>
    </Fact>
  </Facts>
);

function EnrolForm({ page, sent }: { page: string; sent: FormResult | undefined }) {
  const { field, problem } = shownForm(sent, ["email"], { own: classWords });
  return (
    <SavedForm action={page} at={sent?.at} problem={problem} save={m.class_enrol_student()}>
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

const rollColumns = (id: string, back: string): Column<RollData["rows"][number]>[] => [
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
    cell: ({ id: person, name }) => (
      <RowLink to={href(pages.studentPayments.path, { id, person })} label={m.class_payments()} of={name} hotkey="o" />
    ),
  },
  {
    title: m.class_remove(),
    look: "grave",
    cell: ({ id: person, name, removal }) =>
      removal !== null && (
        <DeleteLink
          label={m.class_remove()}
          of={name}
          action={href(pages.removeStudent.path, { id, person })}
          back={back}
          text={removal}
          yes={m.class_remove_yes()}
        />
      ),
  },
];
