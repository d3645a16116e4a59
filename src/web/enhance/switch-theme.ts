/** Heard from wherever the switch stands, also where a page puts it in anew. */
export function switchTheme(): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-theme-switch]")) turnOver(document.documentElement.dataset);
  });
}

function turnOver(page: DOMStringMap): void {
  const theme = page["theme"] === "light" ? "dark" : "light";
  page["theme"] = theme;
  colourFrame(theme);
  try {
    sessionStorage.setItem("theme", theme);
  } catch {
    // Where storing is forbidden, the theme lasts as long as the page.
  }
}

/** What the browser draws around the page takes the first of two colours, if that one counts (theme-colours.tsx). */
function colourFrame(theme: "dark" | "light"): void {
  const light = document.querySelector<HTMLMetaElement>("[name=theme-color]");
  if (light) light.media = theme === "light" ? "all" : "not all";
}
