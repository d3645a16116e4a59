import type { DocumentKind } from "#core/records/document-kinds.ts";
import { kindsWithPlaces, mostPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { LinkField } from "../../account/form/link-field.tsx";
import { documentTitle } from "../../lookup/documents.tsx";
import type { SectionField } from "./section-form.tsx";
import { officialPlaceBox } from "./sections.ts";

type OfficialPlaceFieldsProps = { field: SectionField };

/** For each kind of paper up to four places, of which the empty ones are none. */
export const OfficialPlaceFields = ({ field }: OfficialPlaceFieldsProps) => (
  <div className="grid gap-2">
    {kindsWithPlaces.map((kind) => (
      <PlacesOfKind key={kind} kind={kind} field={field} />
    ))}
  </div>
);

function PlacesOfKind({ kind, field }: OfficialPlaceFieldsProps & { kind: DocumentKind }) {
  const places = Array.from({ length: mostPlaces }, (_, place) => ({
    label: field(officialPlaceBox(kind, place, "label")),
    to: field(officialPlaceBox(kind, place, "to")),
  }));
  const filled = places.filter(({ label, to }) => label.value !== "" || to.value !== "");
  const isWrong = places.some(({ label, to }) => label.problem ?? to.problem);
  return (
    <details open={isWrong} className="rounded-sm border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2 font-semibold">
        {m.settings_places_of({ title: documentTitle(kind, "/"), count: writtenCount(filled.length) })}
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-5">
        {places.map(({ label, to }, place) => (
          <fieldset key={label.name} className="grid min-w-0 gap-3">
            <legend className="text-16 text-quiet">{m.settings_place({ number: writtenCount(place + 1) })}</legend>
            <Field {...label} label={m.settings_place_label()} maxLength={200} required={false} autoComplete="off" />
            <LinkField {...to} label={m.settings_place_to()} required={false} />
          </fieldset>
        ))}
      </div>
    </details>
  );
}
