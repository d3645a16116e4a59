import { Link } from "react-router";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Counted } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import type { FormValues } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { sectionPath } from "./settings-pages.ts";
import { AskBeforeSaving } from "./settings-question.tsx";

type SeenBy = "visitors" | "staff" | "nobody";

type BuiltInPapersProps = {
  page: string;
  version: number;
  kinds: readonly { kind: DocumentKind; title: string; seenBy: SeenBy }[];
};

const seenWords: Record<SeenBy, () => string> = {
  visitors: m.kind_for_visitors,
  staff: m.kind_for_staff,
  nobody: m.kind_off,
};

/** The papers of the program, with a switch each. */
export const BuiltInPapers = ({ page, version, kinds }: BuiltInPapersProps) => (
  <FormPart id="built-in" title={m.kinds_title()} className="max-w-prose gap-2">
    <p>{m.kinds_text()}</p>
    <Link to={sectionPath("publishing")} className="inline-flex min-h-11 items-center justify-self-start">
      {m.kinds_choose_shown()}
    </Link>
    <ul className="grid">
      {kinds.map(({ kind, title, seenBy }) => (
        <li key={kind} className="flex flex-wrap items-center justify-between gap-x-5 border-t border-line py-1">
          <span className="wrap-anywhere">
            <span className={seenBy === "nobody" ? "text-quiet" : "font-semibold"}>{title}</span>
            <span className="block text-16 text-quiet">{seenWords[seenBy]()}</span>
          </span>
          <SendForm action={page} hidden={{ do: "switch", kind, version: String(version) }}>
            <Button variant="row">
              {seenBy === "nobody" ? m.kind_switch_on() : m.kind_switch_off()}
              <span className="sr-only"> {title}</span>
            </Button>
          </SendForm>
        </li>
      ))}
    </ul>
  </FormPart>
);

type AskedSwitch = {
  asks: Counted & Record<"isOn" | "isShown" | "isMost", boolean> & { title: string };
  form: FormValues;
  agreed: string;
};

/** Says how many records a switch is about, and what becomes of signed copies. */
export const SwitchQuestion = ({
  asks: { isOn, isShown, isMost, title, ...count },
  form,
  agreed,
  page,
}: AskedSwitch & { page: string }) => (
  <AskBeforeSaving form={{ ...form, agreed }} page={page} action={page}>
    <li>{(isOn ? m.kind_off_ask : isMost ? m.kind_on_ask_most : m.kind_on_ask)({ ...count, name: title })}</li>
    {!isOn && <li>{m.kind_on_ask_sent()}</li>}
    {isShown && <li>{isOn ? m.kind_off_ask_copies() : m.kind_on_ask_copies()}</li>}
  </AskBeforeSaving>
);
