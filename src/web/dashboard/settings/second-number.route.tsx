import { haveSameNames, textIn } from "#core/own-fields/own-field.ts";
import { numberSigns } from "#core/records/numbers.ts";
import type { SecondNumber } from "#core/records/second-number.ts";
import { languagesOn } from "#core/settings/languages.ts";
import { parseSettings, type Settings } from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";
import { signWords } from "#i18n/held-words.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { writtenCount } from "#i18n/written.ts";
import { versionedSettings } from "#operations/portal/current-settings.ts";
import { aboutSecondNumber, changeSecondNumber } from "#operations/own-fields/change-second-number.ts";
import { Button } from "#design/form/button.tsx";
import { Choice, Choices } from "#design/form/choices.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { PageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import { type FieldOf, inBoxNames, InLanguages, labelBoxes } from "./own-labels.tsx";
import { textBoxes, textsIn } from "../own-preview/typed-texts.ts";
import { agreedToShow, ShownQuestion } from "./settings-question.tsx";
import type { Route } from "./+types/second-number.route.ts";

const page = pages.secondNumber.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const { settings, version } = await versionedSettings(portal);
    return {
      version: String(version),
      filled: filledIn(settings),
      languages: languagesOn(settings.languages),
      draft: await shownPageDraft(portal, actor, "number:second"),
    };
  });

export const shouldRevalidate = readAgainIfStale;

const signBox = (sign: string) => `sign.${sign}`;

const filledIn = ({ secondNumber, irccNumberIsOptional }: Settings): FormValues => ({
  example: secondNumber.example,
  form: secondNumber.form === null ? "plain" : "signs",
  need: secondNumber.isAbsent ? "nobody" : irccNumberIsOptional ? "some" : "all",
  ...textBoxes("label", secondNumber.labels),
  ...textBoxes("hint", secondNumber.hints),
  ...Object.fromEntries((secondNumber.form ?? []).map((sign) => [signBox(sign), "on"])),
});

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { settings } = await versionedSettings(portal);
    const secondNumber = typedNumber(form, settings.secondNumber);
    // A number that nobody is asked for keeps what was chosen before.
    const irccNumberIsOptional = form["need"] === "nobody" ? settings.irccNumberIsOptional : form["need"] === "some";
    // What cannot be saved is said before anything is asked.
    await inBoxNames(async () => parseSettings({ ...settings, secondNumber }));
    const about = changesOf(settings.secondNumber, secondNumber);
    if (Object.values(about).includes(true) && form["agreed"] !== agreedToShow) {
      const { records } = await inBoxNames(() => aboutSecondNumber(portal, actor, secondNumber));
      const name = textIn(secondNumber.labels, spokenLocale());
      return { asks: { ...about, name, records: writtenCount(records) }, form };
    }
    await inBoxNames(() =>
      changeSecondNumber(portal, actor, {
        secondNumber,
        irccNumberIsOptional,
        expectedVersion: expectedVersion(form),
      }),
    );
    // The document names the number, so that its scripts do.
    return redirectWithReload(page, { flash: "settings-saved" });
  });

/** The settings check everything that was typed. */
const typedNumber = (form: FormValues, before: SecondNumber): SecondNumber => ({
  labels: textsIn(form, "label", before.labels),
  hints: textsIn(form, "hint", before.hints),
  example: form["example"] ?? "",
  form: form["form"] === "signs" ? numberSigns.filter((sign) => signBox(sign) in form) : null,
  isAbsent: form["need"] === "nobody",
});

const changesOf = (before: SecondNumber, after: SecondNumber) => ({
  isRenamed: !haveSameNames(before, after),
  isFormed: before.form?.join() !== after.form?.join(),
  isAbsent: after.isAbsent && !before.isAbsent,
});

type Asks = ReturnType<typeof changesOf> & { name: string; records: string };

const saidOf = ({ isRenamed, isFormed, isAbsent, name, records }: Asks) => [
  ...(isRenamed
    ? [m.second_number_ask_name({ name: name === "" ? m.slip_ircc_number() : `\u2068${name}\u2069` })]
    : []),
  ...(isFormed ? [m.second_number_ask_form()] : []),
  ...(isAbsent ? [m.second_number_ask_absent()] : []),
  m.second_number_ask_records({ written: records }),
];

/** Says what the number beside that of the passport is: its name, its form, and who is asked for it. */
export default function SecondNumberPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.second_number_title()} answer={actionData}>
      {(sent) =>
        sent && "asks" in sent ? (
          <ShownQuestion form={sent.form} page={page} action={page} says={saidOf(sent.asks)} />
        ) : (
          <>
            <BackToSettings />
            <p className="max-w-prose">{m.second_number_text()}</p>
            <SecondNumberForm {...loaderData} sent={sent} />
          </>
        )
      }
    </FormPage>
  );
}

type SecondNumberFormProps = Route.ComponentProps["loaderData"] & { sent: FormResult | undefined };

function SecondNumberForm({ version, filled, languages, draft, sent }: SecondNumberFormProps) {
  const names = [...labelBoxes(languages), ...languages.map((one) => `hint.${one}`), "example", "form", "need"];
  const { field, problem } = shownForm(sent, names, { filled, own, ownFields });
  return (
    <SendForm action={page} className="grid max-w-xl gap-5" problem={problem} hidden={{ version }}>
      <PageDraft {...draft} cameBack={sent !== undefined} />
      <InLanguages
        {...{ languages, field }}
        name="label"
        label={m.own_field_label_in}
        hint={m.second_number_label_hint()}
        maxLength={60}
      />
      <InLanguages
        {...{ languages, field }}
        name="hint"
        label={m.second_number_help}
        hint={m.may_stay_empty()}
        maxLength={200}
      />
      <Field
        {...field("example")}
        label={m.second_number_example()}
        hint={m.second_number_example_hint()}
        required={false}
        maxLength={40}
        dir="ltr"
        autoComplete="off"
      />
      <FormOfNumber field={field} values={sent?.values ?? filled} />
      <Choices
        name="need"
        legend={m.second_number_need()}
        chosen={field("need").value}
        problem={field("need").problem}
        choices={[
          { value: "all", label: m.second_number_always() },
          { value: "some", label: m.second_number_optional(), hint: m.second_number_optional_hint() },
          { value: "nobody", label: m.second_number_absent(), hint: m.second_number_absent_hint() },
        ]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button>{m.save()}</Button>
        <TextLink to={pages.settings.path} label={m.settings_title()} className="px-2" />
      </div>
    </SendForm>
  );
}

const FormOfNumber = ({ field, values }: { field: FieldOf; values: FormValues }) => (
  <>
    <Choices
      name="form"
      legend={m.second_number_form()}
      chosen={field("form").value}
      problem={field("form").problem}
      takesFocus={field("form").takesFocus}
      choices={[
        { value: "plain", label: m.second_number_form_ircc(), hint: m.second_number_form_ircc_hint() },
        { value: "signs", label: m.second_number_form_own(), hint: m.second_number_form_own_hint() },
      ]}
    />
    <fieldset className="-mt-3 flex min-w-0 flex-wrap gap-x-6 gap-y-2 ps-9">
      <legend className="sr-only">{m.second_number_signs()}</legend>
      {numberSigns.map((sign) => (
        <Choice
          key={sign}
          type="checkbox"
          name={signBox(sign)}
          value="on"
          label={signWords[sign]()}
          isChosen={signBox(sign) in values}
        />
      ))}
    </fieldset>
  </>
);

const own = { stale: m.settings_stale };
const labelWords = {
  required: m.own_field_label_missing,
  "sent-twice": m.second_number_label_taken,
  "of-program": m.own_label_of_program,
};
const ownFields = { "label.en": labelWords };
