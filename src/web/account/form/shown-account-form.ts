import { m } from "#i18n/compiled/messages.js";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";

/**
 * What a page shows of an account form. `names` are its fields in the order of the page; `elsewhere` is the one that also
 * says what is wrong with the whole form.
 */
export const shownAccountForm = (
  result: FormResult | undefined,
  names: readonly string[],
  elsewhere: string,
  filled: FormValues = {},
) =>
  shownForm(result, names, {
    elsewhere,
    filled,
    own: {
      internal: m.problem_internal,
      unavailable: m.problem_unavailable,
      ...(!names.includes("email") && { "wrong-credentials": m.problem_wrong_password }),
    },
    ownFields: Object.fromEntries(
      names.map((name) => [name, { required: missing.get(name) ?? m.field_required, "not-text": m.field_unusable }]),
    ),
  });

const missing = new Map([
  ["email", m.email_required],
  ["password", m.password_required],
  ["password2", m.password_required],
  ["currentPassword", m.password_required],
  ["operator.name", m.operator_name_required],
  ["name", m.name_required],
  ["photoURL", m.photo_url_required],
  ["code", m.code_required],
]);
