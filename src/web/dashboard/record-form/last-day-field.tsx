import { useState } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { earliestLastDay, lastDayField, latestLastDay } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { documentTitle } from "#i18n/document-titles.ts";

type LastDayFieldProps = {
  kind: DocumentKind;
  value: string | undefined;
  problems: ReadonlyMap<string, string>;
  isDocumentHere: boolean;
};

/** Where scripts run, the field appears with its document. It stays visible while it has a typed value. */
export function LastDayField({ kind, value = "", problems, isDocumentHere }: LastDayFieldProps) {
  const name = lastDayField(kind);
  const [typed, setTyped] = useState(value);
  return (
    <div
      onInput={({ target }) => target instanceof HTMLInputElement && setTyped(target.value)}
      className={isDocumentHere || typed !== "" ? "" : "scripted:hidden"}
    >
      <Field
        name={name}
        label={
          <>
            {m.last_day()}
            <span className="sr-only"> {documentTitle(kind, "/")}</span>
          </>
        }
        type="date"
        min={earliestLastDay}
        max={latestLastDay}
        required={false}
        value={value}
        problem={problems.get(name)}
        takesFocus={problems.keys().next().value === name}
      />
    </div>
  );
}
