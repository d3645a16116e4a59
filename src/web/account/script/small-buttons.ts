/** The eye in a password's box. */
export function showPasswords(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-show-password]") : null;
    const input = document.getElementById(button?.dataset["showPassword"] ?? "");
    if (!button || !(input instanceof HTMLInputElement)) return;
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    button.ariaPressed = String(!isShown);
  });
}

export function printPage(): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-print]")) print();
  });
}
