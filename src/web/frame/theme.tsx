import { Icon } from "#design/icon.tsx";
import contrast from "lucide/dist/esm/icons/contrast.mjs";
import { m } from "#i18n/compiled/messages.js";

/** Visible only if scripts run, because it needs them. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch=""
      className="theme-switch hidden size-11 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-sunk scripted:grid"
    >
      <span className="sr-only light:hidden">{m.theme_light()}</span>
      <span className="sr-only hidden light:inline">{m.theme_dark()}</span>
      <Icon icon={contrast} className="size-6 light:rotate-180" />
    </button>
  );
}

/** The same colours as `--surface` in tokens.css. */
export const themeColours = { dark: "#0f1012", light: "#fbfaf8" };

/**
 * The colours of the frame that the browser draws around the page. The browser takes the first element whose `media`
 * matches. A script changes `media` of the light one. Hydration keeps this change, as React compares only `content`.
 */
export const ThemeColours = () => (
  <>
    <meta name="theme-color" content={themeColours.light} media="not all" />
    <meta name="theme-color" content={themeColours.dark} />
  </>
);
