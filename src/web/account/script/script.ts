import { comeBackFromGoogle, openGoogle } from "./google-window.ts";
import { offerPasskeys } from "./passkeys.ts";
import { isPlainClick, onClick } from "../../enhance/in-place.ts";
import { postInPlace } from "./post-in-place.ts";

comeBackFromGoogle();
forgetToken();
postInPlace();
openGoogle();
offerPasskeys();
onClick("[data-show-password]", HTMLElement, showPassword);
onClick("[data-other-page]", HTMLAnchorElement, leaveSlowly);

/** The form has the token of a mailed link by now: it need not stay in the address or the history. */
function forgetToken(): void {
  if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", location.pathname);
}

function showPassword(button: HTMLElement): void {
  const input = document.getElementById(button.dataset["showPassword"] ?? "");
  if (!(input instanceof HTMLInputElement)) return;
  const isShown = input.type === "text";
  input.type = isShown ? "password" : "text";
  button.ariaPressed = String(!isShown);
}

/** From sign-in to registration the page takes half a second to go; at once for who wants nothing to move. */
function leaveSlowly(link: HTMLAnchorElement, event: MouseEvent): void {
  if (!isPlainClick(event) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  event.preventDefault();
  document.getElementById("main")?.setAttribute("data-leaving", "");
  setTimeout(() => location.assign(link.href), 500);
}
