import { fieldNames, fieldsNeeded } from "#core/records/record-fields.ts";
import { useRef } from "react";
import { recordDraftName } from "#core/page-draft.ts";
import { noParticulars, particularsOf } from "#core/records/record-details.ts";
import { usedOf } from "#core/own-fields/own-field.ts";
import { type AnyKind, kindsHere, type OwnPaper } from "#core/own-fields/own-paper.ts";
import { unseenKinds } from "#core/records/visibility.ts";
import { kindsOnForm } from "#core/records/document-kinds.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { mayDecideOnRecords, mayUpdateRecord } from "#core/accounts/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { fieldsHere } from "#i18n/second-number.ts";
import { readRevised } from "#operations/records/read-record.ts";
import { asRevised } from "#operations/sealed/sealed-revision.ts";
import { Choice } from "#design/form/choices.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { pages } from "../../pages.ts";
import { listOf } from "../frame/links.ts";
import { readPage } from "../frame/read-page.server.ts";
import { backTo } from "../../frame/redirect-in-app.server.ts";
import { PageDraft, type SavedForm, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { shownChanges } from "../records/waiting-changes.server.ts";
import { type ShownChanges, TakeMyPartBack } from "../records/waiting-changes.tsx";
import { historyActions } from "../records/record-history.tsx";
import { recordAddress, updateAddress } from "../record-list/record-links.tsx";
import { storedShown } from "./form-answers.server.ts";
import type { ShownOwnField } from "./own-fields.tsx";
import { shownOwnFields } from "./own-fields.server.ts";
import { RecordForm } from "./record-form.tsx";
import type { ChangedField, OthersChanges, ShownForm } from "./shown-form.ts";
import { answerUpdateForm } from "./update-form.server.ts";
import { type FormSent, usePostedForm } from "./use-posted-form.ts";
import type { Route } from "./+types/update-record.route.ts";

export const loader = (args: Route.LoaderArgs) => {
  const { id } = args.params;
  const back = backTo(args.url.searchParams.get("back"), "");
  const page = updateAddress(id, back);
  return readPage(
    args,
    async ({ visit, portal, actor }) => {
      const [settings, revised, draft] = await Promise.all([
        visit.settings(),
        readRevised(portal, actor, id),
        shownPageDraft(portal, actor, recordDraftName(id)),
      ]);
      const { record: published, revision } = revised;
      const record = asRevised(published, revision);
      const isPublic = published.approval === "approved";
      const changes = await shownChanges(portal, actor, revised, settings);
      const form: ShownForm = {
        ...emptyForm(id),
        version: record.version,
        particulars: particularsOf(record),
        documents: storedShown(record.documents, kindsHere(settings)),
        lastDays: record.lastDays,
        own: record.own,
      };
      return {
        page,
        back,
        name: record.name,
        publicState: publicStateOf(published),
        waits: changes && { state: changes.state, isOwnPart: changes.isOwnPart && mayDecideOnRecords(actor) },
        returnReason: record.returnReason,
        isReturned: record.approval === "returned",
        mayUpdate: mayUpdateRecord(actor, published),
        form,
        // A public record stays so without what is needed since.
        ownFields: shownOwnFields(settings.ownFields).map((field) => ({
          ...field,
          isNeeded: field.isNeeded && !isPublic,
        })),
        ownPapers: usedOf(settings.ownPapers),
        kinds: kindsHere(settings, kindsOnForm.admin),
        unseen: unseenKinds(kindsHere(settings), settings, published),
        draft,
      };
    },
    () => ({
      ...ofGone,
      ownFields: [],
      ownPapers: [],
      kinds: [],
      unseen: [],
      page,
      back,
      form: emptyForm(id),
      draft: { name: recordDraftName(id), drafts: [] },
    }),
  );
};

const emptyForm = (name: string): ShownForm => ({
  name,
  opening: "",
  version: undefined,
  particulars: noParticulars,
  documents: {},
  lastDays: {},
  own: {},
  unsorted: [],
  failed: [],
});

/** What the page says of a record that was deleted. */
const ofGone = {
  name: "",
  publicState: "hidden",
  waits: null,
  returnReason: "",
  isReturned: false,
  mayUpdate: true,
} as const;

export const action = ({ request, url, context, params: { id } }: Route.ActionArgs) =>
  answerUpdateForm(context, request, { id, page: updateAddress(id, backTo(url.searchParams.get("back"), "")) });

/** Shows the public state of a record, and the form to change it. */
export default function UpdateRecord({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { page, back, name, publicState, returnReason, isReturned, mayUpdate, form, draft, waits } = loaderData;
  const { ownFields, ownPapers, kinds, unseen } = loaderData;
  const { role } = useDashboard().person;
  return (
    <PageFrame title={m.update_user()}>
      <div className="grid grid-cols-1 gap-8">
        <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
          <strong className="text-18">{name}</strong>
          <StateWord publicState={publicState} />
          <TextLink to={recordAddress(form.name, back)} label={m.look_at_record()} hotkey="o" />
          <TextLink to={back || listOf(role)} label={m.back_to_list()} hotkey="b" />
        </div>
        {returnReason && (
          <div className="border-s-4 border-alarm ps-4">
            <p className="font-semibold whitespace-pre-line">{m.sent_back_because({ reason: returnReason })}</p>
            <p>{isReturned ? m.sent_back_hint() : m.sent_again_hint()}</p>
          </div>
        )}
        {waits && mayUpdate && (
          <WaitingNote {...waits} id={form.name} name={name} version={form.version ?? 0} here={page} />
        )}
        {mayUpdate || answer ? (
          <ChangeForm key={page} {...{ page, form, ownFields, ownPapers, kinds, unseen, draft, answer }} />
        ) : (
          <p>{m.only_admins_change_it()}</p>
        )}
      </div>
    </PageFrame>
  );
}

type WaitingNoteProps = Parameters<typeof TakeMyPartBack>[0] & { state: ShownChanges["state"]; isOwnPart: boolean };

const WaitingNote = ({ state, isOwnPart, ...record }: WaitingNoteProps) => (
  <div className="grid max-w-prose gap-2 border-s-4 border-line-strong ps-4">
    {state && <p>{state === "damaged" ? m.changes_damaged_text() : m.changes_in_form()}</p>}
    <TextLink to={recordAddress(record.id)} label={state === "damaged" ? m.look_at_record() : m.changes_see()} />
    {isOwnPart && <TakeMyPartBack {...record} />}
  </div>
);

type ChangeFormProps = {
  page: string;
  form: ShownForm;
  ownFields: readonly ShownOwnField[];
  ownPapers: readonly OwnPaper[];
  kinds: readonly AnyKind[];
  unseen: readonly AnyKind[];
  draft: ShownPageDraft;
  answer: FormSent;
};

function ChangeForm({ page, form, ownFields, ownPapers, kinds, unseen, draft, answer }: ChangeFormProps) {
  const { role } = useDashboard().person;
  const addsOn = role === "admin" ? pages.addRecord.path : pages.ownRecords.path;
  const hasIrccNumber = form.particulars.irccNumber !== "";
  const post = usePostedForm(page, answer);
  const saved = useRef<SavedForm>(null);
  const { refused, taken } = post;
  return (
    <RecordForm
      // The key fills the form again after the record was saved, or changed by others.
      key={`${taken} ${refused?.meanwhile ? refused.values.version : ""}`}
      {...{ page, post, ownPapers, kinds, unseen }}
      form={refused?.values ?? form}
      fields={fieldsHere(fieldNames)}
      // A record that has a second number needs one.
      optional={fieldsNeeded("never", "on-new", ...(hasIrccNumber ? [] : ["by-setting" as const]))}
      ownFields={ownFields}
      does="update"
      label={m.update_user()}
      saved={saved}
    >
      <PageDraft ref={saved} {...draft} cameBack={Boolean(refused?.meanwhile)} />
      {refused?.problem === "another-person" && <SamePerson addsOn={addsOn} />}
      {refused?.meanwhile && <ChangedMeanwhile {...refused.meanwhile} />}
    </RecordForm>
  );
}

const SamePerson = ({ addsOn }: { addsOn: string }) => (
  <div className="grid max-w-prose gap-2 border-s-4 border-line-strong ps-4">
    <TextLink to={addsOn} label={m.another_person_new_record()} />
    <Choice type="checkbox" name="same-person" value="yes" label={m.another_person_is_same()} isChosen={false} />
  </div>
);

/** Shows what others changed while the form was open, beside the user's own values. */
const ChangedMeanwhile = ({ events, changes }: OthersChanges) => (
  <section aria-labelledby="meanwhile" className="grid gap-3 rounded-sm border border-line-strong bg-raised p-4">
    <h2 id="meanwhile" className="text-18">
      {m.meanwhile_title()}
    </h2>
    <ul>
      {events.map((event) => (
        <li key={`${event.at} ${event.action} ${event.who}`}>
          {historyActions[event.action]({ who: event.who ?? m.history_nobody() })}{" "}
          <span className="text-quiet">{event.at}</span>
        </li>
      ))}
    </ul>
    {changes.length > 0 && (
      <dl className="grid gap-3">
        {changes.map((change) => (
          <div key={change.field}>
            <dt className="font-semibold">{change.label}</dt>
            <dd>{change.now && m.meanwhile_now({ now: change.now })}</dd>
            <dd className="text-quiet">{fateOf(change)}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

function fateOf({ isYoursKept, now }: ChangedField): string {
  if (isYoursKept) return m.meanwhile_yours_kept();
  return now ? m.meanwhile_taken_over() : m.meanwhile_shown_below();
}
