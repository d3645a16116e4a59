import { comeBackFromProvider, openProvider } from "./provider-window.ts";
import { offerPasskeys } from "./passkeys.ts";
import { proposeZones } from "#design/form/zone-names.ts";
import { isPlainClick, onClick } from "../../enhance/in-place.ts";
import { printAll } from "../../enhance/print-all.ts";
import { allowOwnScripts } from "../../enhance/trusted-types.ts";
import { postInPlace } from "./post-in-place.ts";

allowOwnScripts();
comeBackFromProvider();
postInPlace();
openProvider();
offerPasskeys();
proposeZones();
// On a holder's page, the script of the sheet listens as well. A busy button prints once.
printAll();
onClick("[data-show-password]", HTMLElement, showPassword);
onClick("[data-other-page]", HTMLAnchorElement, leaveSlowly);

function showPassword(button: HTMLElement): void {
  const input = document.getElementById(button.dataset["showPassword"] ?? "");
  if (!(input instanceof HTMLInputElement)) return;
  const isShown = input.type === "text";
  input.type = isShown ? "password" : "text";
  button.ariaPressed = String(!isShown);
}

/** Follows the link half a second later, so that the page can fade out; at once if the user prefers reduced motion. */
function leaveSlowly(link: HTMLAnchorElement, event: MouseEvent): void {
  if (!isPlainClick(event) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  event.preventDefault();
  document.getElementById("main")?.setAttribute("data-leaving", "");
  setTimeout(() => location.assign(link.href), 500);
}
