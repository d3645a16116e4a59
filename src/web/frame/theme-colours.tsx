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
