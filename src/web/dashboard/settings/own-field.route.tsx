import { PortalError } from "#core/errors.ts";
import {
  mayBeSearched,
  nextNumber,
  type OwnField,
  ownAudiences,
  ownFieldTypes,
  ownForVisitors,
  ownShownAnew,
  withOwn,
} from "#core/own-fields/own-field.ts";
import { languagesOn } from "#core/settings/languages.ts";
import { m } from "#i18n/compiled/messages.js";
import { ownLabel } from "#i18n/own-field-words.ts";
import { type Counted, messageCount, writtenDay } from "#i18n/written.ts";
import { recordsByState } from "#operations/overview/record-states.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPage } from "../frame/read-page.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { PageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { AudienceField, type FieldOf, inBoxNames, InLanguages, labelBoxes, Labels, Tick } from "./own-labels.tsx";
import { FieldPreview } from "../own-preview/field-preview.tsx";
import { useTypedValues } from "../own-preview/own-preview.tsx";
import { textBoxes, textsIn } from "../own-preview/typed-texts.ts";
import { addressOfOwnField } from "./settings-pages.ts";
import { ownTypeWords } from "./own-field-words.ts";
import { agreedToShow, ShownQuestion } from "./settings-question.tsx";
import type { Route } from "./+types/own-field.route.ts";

const list = pages.ownFields.path;
const isNew = (id: string) => id === "new";
const idIn = ({ searchParams }: URL) => searchParams.get("id") ?? "new";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const id = idIn(args.url);
    const { settings, version } = await versionedSettings(portal);
    const field = settings.ownFields.find((one) => one.id === id);
    if (!field && !isNew(id)) throw new PortalError("not-found");
    return {
      id,
      version: String(version),
      filled: filledIn(field),
      languages: languagesOn(settings.languages),
      draft: await shownPageDraft(portal, actor, `field:${id}`),
      today: writtenDay(officeToday(portal)),
    };
  });

export const shouldRevalidate = readAgainIfStale;

const filledIn = (field: OwnField | undefined): FormValues => ({
  type: field?.type ?? "text",
  audience: field?.audience ?? "staff",
  choices: field?.choices.join("\n") ?? "",
  ...(field?.isNeeded && { isNeeded: "on" }),
  ...(field?.isSearched && { isSearched: "on" }),
  ...textBoxes("label", field?.labels ?? {}),
  ...textBoxes("hint", field?.hints ?? {}),
});

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { ownFields } = await currentSettings(portal);
    const wanted = idIn(args.url);
    const before = ownFields.find(({ id }) => id === wanted);
    if (!before && !isNew(wanted)) throw new PortalError("not-found");
    const after = withOwn(ownFields, { ...typedField(form, before), ...kept(ownFields, before, form) });
    const [shown] = ownShownAnew(ownFields, after);
    if (shown && form["agreed"] !== agreedToShow) {
      const isRenamed = before !== undefined && ownForVisitors(ownFields).includes(before);
      return { asks: { ...(await publicRecords(portal)), isRenamed, label: ownLabel(shown) }, form };
    }
    await inBoxNames(() =>
      changeSettings(portal, actor, { change: { ownFields: after }, expectedVersion: expectedVersion(form) }),
    );
    return redirectInApp(list, "own-field-saved");
  });

async function publicRecords(portal: Portal): Promise<Counted & { isMore: boolean }> {
  const shown = (await recordsByState(portal)).find(({ publicState }) => publicState === "shown");
  const { count, isMore } = shown ?? { count: 0, isMore: false };
  return { ...messageCount(count), isMore };
}

/** The settings check everything that was typed. */
const typedField = (form: FormValues, before: OwnField | undefined) => ({
  audience: ownAudiences.find((one) => one === form["audience"]) ?? "staff",
  labels: textsIn(form, "label", before?.labels),
  hints: textsIn(form, "hint", before?.hints),
  isNeeded: "isNeeded" in form,
});

/** What stays of a field, and what is chosen once for a new one. */
function kept(fields: readonly OwnField[], before: OwnField | undefined, form: FormValues) {
  const type = before?.type ?? ownFieldTypes.find((one) => one === form["type"]) ?? "text";
  const isSearched = "isSearched" in form && mayBeSearched(type);
  const lines = (form["choices"] ?? "").split("\n").filter((line) => line.trim() !== "");
  return {
    id: before?.id ?? `f${nextNumber(fields)}`,
    type,
    isSearched,
    choices: type === "choice" ? lines : [],
    isRemoved: before?.isRemoved ?? false,
  };
}

/** Adds or changes one of the operator's own fields. What it contains is chosen once: records have values of it. */
export default function OwnFieldPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.own_field_title()} answer={actionData}>
      {(sent) =>
        sent && "asks" in sent ? (
          <ShownQuestion
            form={sent.form}
            page={list}
            action={addressOfOwnField(loaderData.id)}
            says={saidOf(sent.asks)}
          />
        ) : (
          <OwnFieldForm key={loaderData.id} {...loaderData} sent={sent} />
        )
      }
    </FormPage>
  );
}

const saidOf = (asks: Counted & { isMore: boolean; isRenamed: boolean; label: string }) => [
  (asks.isRenamed ? m.own_field_ask_name : m.own_field_ask_shown)({ name: asks.label }),
  (asks.isMore ? m.own_field_ask_records_more : m.own_field_ask_records)(asks),
  m.own_field_ask_copies(),
];

type OwnFieldFormProps = Route.ComponentProps["loaderData"] & { sent: FormResult | undefined };

function OwnFieldForm({ id, version, filled, languages, draft, today, sent }: OwnFieldFormProps) {
  const names = ["type", ...labelBoxes(languages), "choices", "audience", ...languages.map((one) => `hint.${one}`)];
  const { field, problem } = shownForm(sent, names, { filled, own, ownFields });
  const [typed, onChange] = useTypedValues(sent?.values ?? filled);
  const type = typed["type"] ?? filled["type"] ?? "text";
  return (
    <div className="with-preview">
      <SendForm
        action={addressOfOwnField(id)}
        className="grid max-w-xl content-start gap-5"
        problem={problem}
        hidden={{ version }}
        onChange={onChange}
      >
        <PageDraft {...draft} cameBack={sent !== undefined} />
        <Labels {...{ languages, field }} />
        <Contents {...{ id, type, field }} />
        <AudienceField field={field} />
        <InLanguages
          {...{ languages, field }}
          name="hint"
          label={m.own_field_hint_in}
          hint={m.may_stay_empty()}
          maxLength={200}
        />
        <Tick name="isNeeded" label={m.own_field_is_needed()} isChosen={"isNeeded" in (sent?.values ?? filled)} />
        {(isNew(id) || type !== "long-text") && (
          <Searched {...{ type }} isChosen={"isSearched" in (sent?.values ?? filled)} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button>{m.save()}</Button>
          <TextLink to={list} label={m.own_fields_title()} className="px-2" />
        </div>
      </SendForm>
      <FieldPreview typed={{ ...typed, type }} published={today} />
    </div>
  );
}

/** The type is chosen for a new field only. Where scripts run, the choices appear with their type. */
const Contents = ({ id, type, field }: { id: string; type: string; field: FieldOf }) => (
  <>
    {isNew(id) ? (
      <Field
        {...field("type")}
        label={m.own_field_type()}
        hint={m.own_field_type_hint()}
        choices={ownFieldTypes.map((value) => ({ value, label: ownTypeWords[value]() }))}
      />
    ) : (
      <p>
        <span className="block font-semibold">{m.own_field_type()}</span>
        {ownTypeWords[ownFieldTypes.find((one) => one === type) ?? "text"]()}
      </p>
    )}
    {(isNew(id) || type === "choice") && (
      <div className={type === "choice" ? "" : "scripted:hidden"}>
        <Field
          {...field("choices")}
          label={m.own_field_choices()}
          hint={m.own_field_choices_hint()}
          rows={6}
          dir="auto"
        />
      </div>
    )}
  </>
);

/** Says what a stolen database would tell. A longer text is never searched for whole. */
const Searched = ({ type, isChosen }: { type: string; isChosen: boolean }) => (
  <div className={type === "long-text" ? "scripted:hidden" : "grid gap-1"}>
    <Tick name="isSearched" label={m.own_field_is_searched()} isChosen={isChosen} />
    <p className="border-s-4 border-line-strong ps-4 text-quiet">{m.own_field_searched_text()}</p>
  </div>
);

const own = { stale: m.settings_stale, invalid: m.own_fields_full };
const labelWords = {
  required: m.own_field_label_missing,
  "sent-twice": m.own_field_label_taken,
  "of-program": m.own_label_of_program,
};
const ownFields = {
  "label.en": labelWords,
  choices: { required: m.own_field_choice_missing, "sent-twice": m.own_field_choice_twice },
};
