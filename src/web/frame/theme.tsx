import { m } from "#i18n/compiled/messages.js";

/** Works by script only, so it shows only where scripts run. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch=""
      className="theme-switch hidden size-11 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-sunk scripted:grid"
    >
      <span className="sr-only light:hidden">{m.theme_light()}</span>
      <span className="sr-only hidden light:inline">{m.theme_dark()}</span>
      <HalfDisc />
    </button>
  );
}

const HalfDisc = () => (
  <svg viewBox="0 0 24 24" className="size-6 light:rotate-180" aria-hidden="true">
    <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" strokeWidth="2" />
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
  </svg>
);

/** The surfaces of tokens.css. */
export const themeColours = { dark: "#111925", light: "#e6eaef" };

/**
 * The colour of what the browser draws around the page. The first that counts is taken, and the light one counts where a
 * script says so: React looks at the content of such an element alone, so it leaves that be.
 */
export const ThemeColours = () => (
  <>
    <meta name="theme-color" content={themeColours.light} media="not all" />
    <meta name="theme-color" content={themeColours.dark} />
  </>
);

/**
 * Runs before the first paint: the visitor's choice, or else what the device asks for. Small enough for the page itself; the
 * policy allows exactly this text by its hash.
 */
export const themeScript = `{const page=document.documentElement.dataset;page.scripted="";let theme;try{theme=localStorage.getItem("theme")}catch{}if(theme?theme==="light":matchMedia("(prefers-color-scheme:light)").matches){page.theme="light";document.querySelector("[name=theme-color]").media="all"}}`;
