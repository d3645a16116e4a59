import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { type Blanks, fillIn } from "#core/texts/fill-in.ts";
import { parseMarkup } from "#core/texts/markup.ts";
import { longestBody, longestTitle } from "#core/texts/page-text.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { textProblem } from "#design/text-problem.ts";
import { MarkedUp } from "../../texts/marked-up.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { languageNames, type ShownText, type TextAnswer } from "./shown-text.ts";

type TextFormProps = {
  operatorName: string;
  /** Where the form is sent. */
  action: string;
  back: string;
  text: ShownText;
  /** Whether the operator has said it differently. */
  isOwn: boolean;
  /** What is filled in, for the preview. */
  blanks: Blanks;
  answer: TextAnswer | undefined;
};

/** One page in one language: write, look at it, save it, or go back to the delivered text. */
export function TextForm({ operatorName, action, back, text, isOwn, blanks, answer }: TextFormProps) {
  const shown = answer?.text ?? text;
  return (
    <PageFrame title={`${text.title} · ${languageNames[text.language]}`} operatorName={operatorName}>
      <p className="text-quiet">
        {isOwn ? m.texts_is_own() : m.texts_is_delivered()} <a href={`/${text.page}`}>{m.texts_see()}</a>
      </p>
      {(answer?.kind === "stale" || answer?.kind === "failed") && (
        <div className="max-w-3xl">
          <Alarm>{answer.kind === "stale" ? m.texts_stale() : m.flash_failed()}</Alarm>
        </div>
      )}
      {answer?.kind === "ask-reset" && <AskReset action={action} text={shown} />}
      {answer?.kind === "preview" && <Preview key={`seen ${answer.at}`} text={shown} blanks={blanks} />}
      <Fields
        key={answer?.at ?? `${text.page} ${text.language} ${text.version}`}
        {...{ action, back, shown, isOwn, answer }}
      />
    </PageFrame>
  );
}

type FieldsProps = Pick<TextFormProps, "action" | "back" | "isOwn" | "answer"> & { shown: ShownText };

/** Sent whole, as Bangla grows to three times its length in the other encoding. */
function Fields({ action, back, shown, isOwn, answer }: FieldsProps) {
  const fields = answer?.kind === "incomplete" ? answer.fields : {};
  return (
    <Form method="post" action={action} encType="multipart/form-data" noValidate className="grid max-w-3xl gap-5">
      <input type="hidden" name="version" value={shown.version} />
      <Field
        isLarge
        name="title"
        label={m.texts_field_title()}
        hint=""
        value={shown.title}
        problem={textProblem(fields["title"])}
        takesFocus={fields["title"] !== undefined}
        maxLength={longestTitle}
        autoComplete="off"
      />
      <Field
        name="body"
        label={m.texts_field_body()}
        hint={m.texts_field_body_hint()}
        value={shown.body}
        problem={textProblem(fields["body"])}
        takesFocus={fields["body"] !== undefined && fields["title"] === undefined}
        maxLength={longestBody}
        rows={18}
      />
      <HowToWrite />
      <div className="flex flex-wrap items-center gap-3">
        <Button name="does" value="save">
          {m.save()}
        </Button>
        <Button look="secondary" name="does" value="preview">
          {m.texts_preview()}
        </Button>
        {isOwn && (
          <Button look="secondary" name="does" value="ask-reset">
            {m.texts_reset()}
          </Button>
        )}
        <Link to={back} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </Link>
      </div>
    </Form>
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

const AskReset = ({ action, text }: { action: string; text: ShownText }) => (
  <Form
    method="post"
    action={action}
    encType="multipart/form-data"
    className="grid max-w-3xl gap-3 border-s-4 border-alarm ps-5"
  >
    <h2 className="text-22">{m.are_you_sure()}</h2>
    <p>{m.texts_reset_text()}</p>
    <input type="hidden" name="version" value={text.version} />
    <div>
      <Button look="secondary" name="does" value="reset">
        {m.texts_reset_yes()}
      </Button>
    </div>
  </Form>
);
