import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { maxNameLength, lookupForm } from "./lookup-form.tsx";
import { pages } from "../pages.ts";

export type TypedCode = { code: string; name: string };

export type WrongCodeField = { field: "code"; problem: "missing" | "unusable" } | { field: "name"; problem: "missing" };

/** Includes spaces and hyphens. */
const maxCodeLength = 40;

type CodeFormProps = {
  typed: TypedCode | undefined;
  wrong: WrongCodeField | undefined;
  /** True if the form is on another page. It then leads to the code page. */
  isElsewhere?: boolean;
};

export function CodeForm({ typed, wrong, isElsewhere = false }: CodeFormProps) {
  return (
    <form
      id={lookupForm}
      method="post"
      action={pages.code.path}
      noValidate
      data-lookup={isElsewhere ? undefined : ""}
      className="grid gap-4"
    >
      <Field
        isLarge
        name="code"
        label={m.code_code()}
        hint={m.code_code_hint()}
        value={typed?.code ?? ""}
        missing={m.code_missing()}
        problem={wrong?.field === "code" ? codeProblems[wrong.problem]() : undefined}
        takesFocus={wrong?.field === "code"}
        dir="ltr"
        className="text-22 tracking-wide"
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={maxCodeLength}
      />
      <Field
        isLarge
        name="name"
        label={m.code_name()}
        hint={m.code_name_hint()}
        value={typed?.name ?? ""}
        missing={m.code_name_missing()}
        problem={wrong?.field === "name" ? m.code_name_missing() : undefined}
        takesFocus={wrong ? wrong.field === "name" : isOnlyCode(typed)}
        autoCapitalize="words"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxNameLength}
      />
      <div>
        <Button size="large">{m.code_show()}</Button>
      </div>
    </form>
  );
}

const isOnlyCode = (typed: TypedCode | undefined) => typed !== undefined && typed.code !== "" && typed.name === "";

const codeProblems = { missing: m.code_missing, unusable: m.code_unusable };
