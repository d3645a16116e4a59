export function switchTheme(): void {
  const page = document.documentElement.dataset;
  document.querySelector("[data-theme-switch]")?.addEventListener("click", () => {
    page["theme"] = page["theme"] === "light" ? "dark" : "light";
    try {
      sessionStorage.setItem("theme", page["theme"]);
    } catch {
      // Where storing is forbidden, the theme lasts as long as the page.
    }
  });
}
