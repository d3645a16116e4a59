import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { boxNames, settingWordsOf } from "#i18n/setting-words.ts";
import { Button } from "#design/form/button.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { type NamedBox, namedBoxes } from "./box-words.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { featureProblems } from "./feature-words.ts";
import type { SettingsSection } from "./section-fields.tsx";
import type { ShownSection } from "./sections.ts";

type SectionFormProps = Required<Pick<SettingsSection, "fields">> & {
  section: ShownSection;
  draft: ShownPageDraft;
  sent: FormResult | undefined;
};

export function SectionForm({ fields: Fields, section, draft, sent }: SectionFormProps) {
  const { begun, isBusy, sendsNow } = useBegunWith(section, sent?.problem === "stale");
  const names = Object.keys(begun.filled);
  const { field, problem } = shownForm(sent, names, { filled: begun.filled, own, ownFields });
  return (
    <Form
      method="post"
      noValidate
      defaultShouldRevalidate={false}
      onSubmit={(event) => (isBusy ? event.preventDefault() : sendsNow())}
      className="grid max-w-xl gap-5"
    >
      {sent && problem && <Problem sent={sent} problem={problem} now={section} />}
      <input type="hidden" name="seen" value={begun.seen} />
      <PageDraft key={begun.seen} {...draft} cameBack={sent !== undefined} />
      <Fields field={field} names={names} titles={begun.titles ?? {}} />
      <Button size="large" isBusy={isBusy} className="justify-self-start">
        {m.settings_save()}
      </Button>
    </Form>
  );
}

/**
 * The section on which the form is based. A response to this form may replace it; what others save in between does not.
 */
function useBegunWith(section: ShownSection, isStale: boolean) {
  const [begun, setBegun] = useState(section);
  const sentBeside = useRef(isStale ? section : null);
  const isBusy = useNavigation().state !== "idle";
  // A layout effect has run before the next press.
  useLayoutEffect(() => {
    if (isBusy || !sentBeside.current) return;
    // If the section is still the same, no response came, and the form stays as it was.
    if (section !== sentBeside.current) setBegun(section);
    sentBeside.current = null;
  }, [isBusy, section]);
  return { begun, isBusy, sendsNow: () => (sentBeside.current = section) };
}

/**
 * Takes the focus, so that a user who pressed the button at the end of the form gets to its top, without scripts too.
 */
function Problem({ sent, problem, now }: { sent: FormResult; now: ShownSection; problem: string }) {
  const alarm = useRef<HTMLDivElement>(null);
  useEffect(() => alarm.current?.focus(), []);
  const isStale = sent.problem === "stale";
  return (
    <div
      ref={alarm}
      role="alert"
      tabIndex={-1}
      autoFocus
      className="grid scroll-mt-20 gap-2 border-s-4 border-alarm ps-4 font-semibold text-alarm"
    >
      <p>{problem}</p>
      {isStale && <CurrentValues boxes={namedBoxes(now, sent.values)} />}
    </div>
  );
}

const own = { stale: m.settings_stale };
const ownFields = {
  ...Object.fromEntries(boxNames.map((name) => [name, settingWordsOf(name).problems ?? {}])),
  ...featureProblems,
};

const CurrentValues = ({ boxes }: { boxes: readonly NamedBox[] }) =>
  boxes.length > 0 && (
    <>
      <p>{m.settings_stale_now()}</p>
      <ul className="list-disc ps-5 font-normal text-ink">
        {boxes.map(({ name, label, value }) => (
          <li key={name} className="wrap-anywhere">
            {label}: {value}
          </li>
        ))}
      </ul>
    </>
  );
