import { comeBackFromGoogle, openGoogle } from "./google-window.ts";
import { offerPasskeys } from "./passkeys.ts";
import { postInPlace } from "./post-in-place.ts";

comeBackFromGoogle();
forgetToken();
postInPlace();
openGoogle();
offerPasskeys();
showPasswords();
leaveSlowly();

/** The token of a mailed link stands in the form by now, and need not stay in the address or the history. */
function forgetToken(): void {
  if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", location.pathname);
}

/** The eye in a password's box. */
function showPasswords(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-show-password]") : null;
    const input = document.getElementById(button?.dataset["showPassword"] ?? "");
    if (!button || !(input instanceof HTMLInputElement)) return;
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    button.ariaPressed = String(!isShown);
  });
}

/** From sign-in to registration the page takes half a second to go; at once for who wants nothing to move. */
function leaveSlowly(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("[data-other-page]") : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    event.preventDefault();
    document.getElementById("main")?.setAttribute("data-leaving", "");
    setTimeout(() => location.assign(link.href), 500);
  });
}
