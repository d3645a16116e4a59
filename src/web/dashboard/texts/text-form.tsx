import { useEffect, useRef } from "react";
import { type Blanks, fillIn } from "#core/texts/fill-in.ts";
import type { Language } from "#core/settings/languages.ts";
import { parseMarkup } from "#core/texts/markup.ts";
import { maxBodyLength, maxTitleLength, type TextPage } from "#core/texts/page-text.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { MarkedUp } from "../../texts/marked-up.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { pages } from "../../pages.ts";
import { TextLink } from "../frame/text-link.tsx";

export type ShownText = {
  page: TextPage;
  language: Language;
  title: string;
  body: string;
  /** The version of the settings from which the form was filled in. */
  version: string;
};

/** A text that was sent and not saved: it has a problem, or the button in `pressed` saves nothing. */
export type TextResult = FormResult<ShownText> & { pressed: "save" | "reset" | "preview" | "ask-reset" };

type TextFormProps = {
  action: string;
  text: ShownText;
  /** True if the operator has replaced the delivered text. */
  isOwn: boolean;
  blanks: Blanks;
  draft: ShownPageDraft;
  sent: TextResult | undefined;
};

/** The form for one page in one language: edit, preview and save the text, or reset it to the delivered one. */
export function TextForm({ text, blanks, ...props }: TextFormProps) {
  const { action, isOwn, sent } = props;
  const shown = sent?.values ?? text;
  const pressed = sent?.problem === null && sent.pressed;
  const { field, problem } = shownForm(sent, ["title", "body"], { filled: text, own });
  return (
    <>
      <p className="text-quiet">
        {isOwn ? m.texts_is_own() : m.texts_is_delivered()} <a href={`/${text.page}`}>{m.texts_see()}</a>
      </p>
      {problem && (
        <div className="max-w-3xl">
          <Alarm>{problem}</Alarm>
        </div>
      )}
      {pressed === "ask-reset" && <AskReset action={action} version={shown.version} />}
      {pressed === "preview" && <Preview key={`seen ${sent?.at}`} text={shown} blanks={blanks} />}
      <Fields
        key={sent?.at ?? `${text.page} ${text.language} ${text.version}`}
        {...props}
        version={shown.version}
        field={field}
      />
    </>
  );
}

const own = { stale: m.texts_stale };

type FieldsProps = Pick<TextFormProps, "action" | "isOwn" | "draft" | "sent"> & {
  version: string;
  field: ReturnType<typeof shownForm>["field"];
};

/**
 * Sent as multipart, because Bangla text grows to three times its length in the other encoding. The data is not reloaded
 * after a preview: a failed reload would replace the page, with all typed values.
 */
function Fields({ action, isOwn, draft, sent, version, field }: FieldsProps) {
  return (
    <SendForm
      action={action}
      encType="multipart/form-data"
      defaultShouldRevalidate={false}
      className="grid max-w-3xl gap-5"
      hidden={{ version }}
    >
      <PageDraft {...draft} cameBack={sent !== undefined} />
      <Field
        isLarge
        {...field("title")}
        label={m.texts_field_title()}
        hint=""
        maxLength={maxTitleLength}
        autoComplete="off"
      />
      <Field
        {...field("body")}
        label={m.texts_field_body()}
        hint={m.texts_field_body_hint()}
        maxLength={maxBodyLength}
        rows={18}
      />
      <HowToWrite />
      <div className="flex flex-wrap items-center gap-3">
        <Button name="does" value="save">
          {m.save()}
        </Button>
        <Button variant="secondary" name="does" value="preview">
          {m.texts_preview()}
        </Button>
        {isOwn && (
          <Button variant="danger" name="does" value="ask-reset">
            {m.texts_reset()}
          </Button>
        )}
        <TextLink to={pages.texts.path} label={m.cancel()} className="px-2" />
      </div>
    </SendForm>
  );
}

function Preview({ text: { title, body, language }, blanks }: { text: ShownText; blanks: Blanks }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="preview" data-preview="" className="grid max-w-3xl gap-3">
      <h2 id="preview" className="text-16 font-semibold">
        {m.texts_preview_title()}
      </h2>
      <div lang={language} className="grid gap-5 border-s-4 border-line-strong ps-5">
        <p className="text-28 font-semibold">{title}</p>
        <MarkedUp blocks={fillIn(parseMarkup(body), blanks)} />
      </div>
    </section>
  );
}

function AskReset({ action, version }: { action: string; version: string }) {
  return (
    <SendForm
      action={action}
      encType="multipart/form-data"
      className="grid max-w-3xl gap-3 border-s-4 border-alarm ps-5"
    >
      <h2 className="text-22">{m.are_you_sure()}</h2>
      <p>{m.texts_reset_text()}</p>
      <input type="hidden" name="version" value={version} />
      <div>
        <Button variant="danger" name="does" value="reset">
          {m.texts_reset_yes()}
        </Button>
      </div>
    </SendForm>
  );
}

const HowToWrite = () => (
  <details className="text-16">
    <summary className="min-h-11 cursor-pointer py-2 font-semibold">{m.texts_how()}</summary>
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[16rem_1fr]">
      <Sign sign="## …">{m.texts_how_heading()}</Sign>
      <Sign sign="### …">{m.texts_how_smaller()}</Sign>
      <Sign sign="- …">{m.texts_how_item()}</Sign>
      <Sign sign="1. …">{m.texts_how_step()}</Sign>
      <Sign sign="[…](/contact)">{m.texts_how_link()}</Sign>
      <Sign sign="[…](https://…)">{m.texts_how_elsewhere()}</Sign>
      <Sign sign="{operator} {licence} {register} {address} {phone} {email} {site}">{m.texts_how_blank()}</Sign>
    </dl>
  </details>
);

const Sign = ({ sign, children }: { sign: string; children: string }) => (
  <>
    <dt className="max-sm:mt-2">
      <code className="wrap-anywhere">{sign}</code>
    </dt>
    <dd className="text-quiet">{children}</dd>
  </>
);
