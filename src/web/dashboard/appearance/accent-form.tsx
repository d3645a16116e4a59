import { useState } from "react";
import { canBeAccent, contrast, textColourOn, isColour, lowestContrast, nearestAccent } from "#core/settings/accent.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { themeColours } from "../../frame/theme.tsx";
import { pages } from "../../pages.ts";

const page = pages.appearance.path;

/** The colour in the picker before one is chosen: a colour picker cannot be empty. */
const unset = "#68788f";

/**
 * Returns the chosen colour. Without scripts the picker and the text box may differ: the one that was changed counts.
 */
export const accentIn = ({ accent = "", picked = "", shown = "" }: FormValues): string =>
  accent === shown && picked !== "" && picked !== (shown || unset) ? picked : accent;

type AccentFormProps = { accent: string; version: number; sent: FormResult | undefined };

export function AccentForm({ accent, version, sent }: AccentFormProps) {
  const { field, problem } = shownForm(sent, ["accent"], { filled: { accent }, own: { stale: m.settings_stale } });
  const { value, problem: wrong } = field("accent");
  const [typed, setTyped] = useState(value);
  const colour = isColour(typed) ? typed : null;
  return (
    <>
      <SendForm action={page} className="grid gap-4">
        {/* Enter presses the first button of the form: this one saves the colour. */}
        <button name="do" value="accent" tabIndex={-1} aria-hidden="true" className="sr-only" />
        {problem && <Alarm>{problem}</Alarm>}
        <HiddenFields fields={{ version: String(version), shown: value }} />
        <AccentBox {...{ typed, setTyped, wrong }} />
        {colour && <Preview colour={colour} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button name="do" value="accent">
            {m.look_accent_save()}
          </Button>
          <Button name="do" value="preview" variant="secondary" className="scripted:hidden">
            {m.look_accent_preview()}
          </Button>
        </div>
      </SendForm>
      {colour && !canBeAccent(colour) && <Nearest colour={nearestAccent(colour)} version={version} />}
      {accent && (
        <SendForm action={page} hidden={{ do: "accent", accent: "", version: String(version) }}>
          <Button variant="secondary">{m.look_accent_remove()}</Button>
        </SendForm>
      )}
    </>
  );
}

type AccentBoxProps = { typed: string; setTyped: (typed: string) => void; wrong: string | undefined };

const AccentBox = ({ typed, setTyped, wrong }: AccentBoxProps) => (
  <div className="grid gap-1">
    <label htmlFor="accent" className="font-semibold">
      {m.look_accent_label()}
    </label>
    <div className="flex gap-3">
      <input
        id="accent"
        name="accent"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim().toLowerCase())}
        maxLength={7}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        aria-describedby="accent-note"
        aria-invalid={wrong ? true : undefined}
        autoFocus={Boolean(wrong)}
        className="min-h-13 w-40 min-w-0 rounded-sm border-2 border-line-strong bg-sunk px-3 aria-invalid:border-alarm"
      />
      <input
        type="color"
        name="picked"
        value={isColour(typed) ? typed : unset}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        aria-label={m.look_accent_picker()}
        className="size-13 flex-none cursor-pointer rounded-sm border-2 border-line-strong bg-sunk p-1"
      />
    </div>
    <p
      id="accent-note"
      role={wrong ? "alert" : undefined}
      className={wrong ? "font-semibold text-alarm" : "text-16 text-quiet"}
    >
      {wrong ?? m.look_accent_hint()}
    </p>
  </div>
);

const Nearest = ({ colour, version }: { colour: string; version: number }) => (
  <SendForm
    action={page}
    className="grid justify-items-start gap-2 border-s-4 border-line-strong ps-4"
    hidden={{ do: "accent", accent: colour, version: String(version) }}
  >
    <p>{m.look_accent_nearest()}</p>
    <Swatches colour={colour} />
    <Button variant="secondary">{m.look_accent_use({ colour })}</Button>
  </SendForm>
);

const Preview = ({ colour }: { colour: string }) => (
  <div className="grid gap-1">
    <Swatches colour={colour} />
    <p role="status" className="text-16 text-quiet">
      {m.look_accent_contrast({
        ground: writtenRatio(lowestContrast(colour)),
        text: writtenRatio(contrast(textColourOn(colour) || "#ffffff", colour)),
      })}
    </p>
  </div>
);

const writtenRatio = (ratio: number) => writtenCount(Number(ratio.toFixed(1)));

const themes = [
  { ground: themeColours.dark, name: m.look_on_dark },
  { ground: themeColours.light, name: m.look_on_light },
];

/** Drawn as SVG, because the content security policy allows no inline styles. */
const Swatches = ({ colour }: { colour: string }) => (
  <div className="flex flex-wrap gap-3">
    {themes.map(({ ground, name }) => (
      <svg key={ground} viewBox="0 0 220 88" role="img" aria-label={name()} className="w-55 rounded-sm">
        <rect width="220" height="88" fill={ground} />
        <rect x="30" y="20" width="160" height="48" rx="3" fill={colour} />
        <text x="110" y="50" textAnchor="middle" fontSize="18" fill={textColourOn(colour) || "#ffffff"}>
          {m.search()}
        </text>
      </svg>
    ))}
  </div>
);
