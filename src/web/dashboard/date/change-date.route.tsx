import { useEffect, useRef, useState } from "react";
import { latestDay } from "#core/office-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay } from "#i18n/written.ts";
import { changeDate } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import type { Route } from "./+types/change-date.route.ts";

const page = pages.changeDate.path;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal }) => {
    const { dateValue, dateIsSet } = await currentSettings(portal);
    return {
      /** The current day, in the format of the date box. */
      day: dateValue,
      /** The latest day that can be chosen: nothing can have been checked after it. */
      latest: latestDay(portal.now()),
      /** The sentence with the current day, as visitors read it; null until a day is set. */
      shown: dateIsSet ? m.checked_up_to({ date: writtenDay(dateValue) }) : null,
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form: { dateValue = "" } }) => {
    const { modified } = await changeDate(portal, actor, dateValue);
    return redirectInApp(page, modified === 1 ? "date-changed" : "date-kept");
  });

export default function ChangeDate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.change_date_title()} answer={actionData}>
      {(result) => <DateForm {...loaderData} result={result} />}
    </FormPage>
  );
}

type DateFormProps = Route.ComponentProps["loaderData"] & { result: FormResult | undefined };

/** A form for the day up to which records are checked, with a preview of the sentence for visitors. */
function DateForm({ day, latest, shown, result }: DateFormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const { field, problem } = shownForm(result, ["dateValue"], {
    filled: { dateValue: day },
    ownFields: { dateValue: { "date-format": m.date_unusable } },
  });
  // Early input: the user may have typed a day before the script ran.
  useEffect(() => setChosen(element.current?.querySelector("input")?.value ?? null), []);
  return (
    <SendForm
      ref={element}
      action={page}
      onChange={({ target }) => target instanceof HTMLInputElement && setChosen(target.value)}
      className="grid max-w-md gap-5"
      problem={problem}
    >
      <Field
        {...field("dateValue")}
        type="date"
        label={m.change_date_label()}
        hint={m.change_date_hint()}
        max={latest}
      />
      <section aria-labelledby="preview" className="grid gap-2">
        <h2 id="preview" className="text-16 font-semibold">
          {m.change_date_preview()}
        </h2>
        <p aria-live="polite" data-preview="" className="border-s-4 border-line-strong py-1 ps-4 text-18">
          {sentenceFor(chosen) ?? shown ?? m.change_date_unset()}
        </p>
      </section>
      <Button size="large" className="justify-self-start">
        {m.update_date()}
      </Button>
    </SendForm>
  );
}

/** Null if the box contains no complete date. */
const sentenceFor = (day: string | null): string | null =>
  day === null || Number.isNaN(Date.parse(day)) ? null : m.checked_up_to({ date: writtenDay(day) });
