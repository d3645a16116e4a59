import { m } from "#i18n/compiled/messages.js";
import { Field, type FieldProps } from "#design/form/field.tsx";

type PasswordFieldProps = Omit<FieldProps, "type" | "value" | "children" | "autoComplete"> & {
  autoComplete: "current-password" | "new-password";
};

/** What was typed can be looked at where scripts run, and pasted everywhere. It never comes back from the server. */
export function PasswordField(field: PasswordFieldProps) {
  return (
    <Field {...field} type="password" autoCapitalize="none" spellCheck={false} maxLength={1000}>
      <button
        type="button"
        data-show-password={field.id ?? field.name}
        aria-pressed="false"
        aria-label={m.show_password()}
        className="group absolute inset-y-0 end-0 hidden w-13 cursor-pointer place-items-center scripted:grid"
      >
        <Eye />
      </button>
    </Field>
  );
}

const Eye = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6" fill="none" stroke="currentColor" strokeWidth="2">
    <path d="M2 12c2.5-4.5 6-7 10-7s7.5 2.5 10 7c-2.5 4.5-6 7-10 7s-7.5-2.5-10-7z" strokeLinejoin="round" />
    <circle cx="12" cy="12" r="3" />
    <path d="M4 20 20 4" strokeLinecap="round" className="hidden group-aria-pressed:inline" />
  </svg>
);
