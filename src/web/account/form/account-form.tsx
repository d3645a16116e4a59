import type { ComponentProps, ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { ProblemSummary } from "#design/form/alarm.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import type { OwnProblemWords } from "#design/form/problem-words.ts";
import { languageForm } from "../../frame/language/language-choice.tsx";

type AccountFormProps = {
  /** For buttons outside the form that submit it. */
  id?: string;
  action: string;
  problems?: ReadonlyMap<string, string>;
  challenge?: string | undefined;
  hidden?: Readonly<Record<string, string>>;
  children: ReactNode;
};

/** Only the server validates this form. With scripts, the response replaces the content without leaving the page. */
export function AccountForm({ id, action, problems = new Map(), challenge, hidden = {}, children }: AccountFormProps) {
  return (
    <form
      id={id}
      method="post"
      action={action}
      noValidate
      data-in-place=""
      data-challenge={challenge}
      className="grid justify-items-stretch gap-5"
    >
      {problems.size > 1 && <ProblemSummary problems={problems} />}
      <HiddenFields fields={hidden} />
      {children}
      {/* Says what takes so long while the script computes a proof of work. */}
      <p role="status" className="text-quiet empty:hidden" />
    </form>
  );
}

type TokenFormProps = Omit<ComponentProps<typeof AccountForm>, "hidden"> & { token: string };

export const TokenForm = ({ token, ...form }: TokenFormProps) => <AccountForm {...form} hidden={{ token }} />;

/** Sends a value from the page's address along when the language changes, so that the page has it again. */
export const SurvivesLanguageChange = ({ name, value }: { name: string; value: string }) =>
  value === "" ? null : <input type="hidden" form={languageForm} name={name} value={value} />;

/** Returns the token for the form of a page, or "" if the link has ended. */
export const tokenOf = (result: FormResult | undefined, given: string): string =>
  result?.problem === "link-ended" ? "" : (result?.values["token"] ?? given);

/** Forms of accounts have these words for a failure of the site. */
export const accountProblems = { internal: m.problem_internal, unavailable: m.problem_unavailable };

type AccountFormOptions = {
  filled?: FormValues;
  /** The field that also shows problems of the whole form. The last field by default. */
  elsewhere?: string | undefined;
  own?: OwnProblemWords;
};

/** Returns the values and problems that an account form shows. `names`: the fields in the order of the page. */
export const shownAccountForm = (
  result: FormResult | undefined,
  names: readonly string[],
  { filled = {}, elsewhere = names.at(-1), own = {} }: AccountFormOptions = {},
) =>
  shownForm(result, names, {
    filled,
    ...(elsewhere && { elsewhere }),
    own: {
      ...accountProblems,
      ...(!names.includes("email") && { "wrong-credentials": m.problem_wrong_password }),
      ...own,
    },
    ownFields: Object.fromEntries(
      names.map((name) => [
        name,
        { required: hasWords(name) ? missing[name] : m.field_required, "not-text": m.field_unusable },
      ]),
    ),
  });

const missing = {
  email: m.email_required,
  password: m.password_required,
  password2: m.password_required,
  currentPassword: m.password_required,
  "operator.name": m.operator_name_required,
  name: m.name_required,
  photoURL: m.photo_url_required,
  code: m.code_required,
} as const;

const hasWords = (name: string): name is keyof typeof missing => Object.hasOwn(missing, name);
