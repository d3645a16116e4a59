import { Field, type FieldProps } from "#design/form/field.tsx";
import { fillZoneNames } from "#design/form/zone-names.ts";
import { m } from "#i18n/compiled/messages.js";
import { boxTexts } from "#i18n/setting-words.ts";
import { getZone } from "#i18n/reader-zone.ts";

type ZoneFieldProps = Pick<FieldProps, "name" | "value" | "problem" | "takesFocus" | "required"> & {
  /** True if nobody has chosen the value. Scripts then propose the zone of the browser. */
  isProposal?: boolean;
};

export const ZoneField = ({ isProposal = false, ...field }: ZoneFieldProps) => (
  <Field
    {...field}
    label={boxTexts("timeZone").label}
    hint={[
      boxTexts("timeZone").hint,
      ...(field.value === "" ? [m.settings_time_zone_empty({ zone: getZone() })] : []),
    ].join(" ")}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    dir="ltr"
    maxLength={100}
    list="time-zones"
    isProposal={isProposal}
  >
    <datalist id="time-zones" data-zones="" aria-label={boxTexts("timeZone").label} ref={fillZoneNames} />
  </Field>
);
