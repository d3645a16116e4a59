import type { Accounts, SignedIn } from "#core/accounts/accounts.ts";
import { isLanguage, type Language } from "#core/settings/languages.ts";
import { isLoopback } from "#core/web-address.ts";
import { demoStaff } from "#demo/demo-staff.ts";
import type { Pages } from "#server/mount-routes.ts";
import type { ServerParts } from "#server/server.ts";
import type { DemoPasswords } from "./demo-passwords.ts";
import { googleNeeds, onlyHere, roles } from "./demo-words.ts";

/**
 * Lets a person into a demo that nobody else can reach: a press for each role on the sign-in page, and no second step for
 * the people of organisations. A demo with passwords of its own stays as it is.
 */
export function openDoors(parts: ServerParts, passwords: DemoPasswords): ServerParts {
  if (!passwords.areKnown) return parts;
  const { accounts } = parts.portal;
  accounts.signedIn = withoutSecondStep(accounts.signedIn);
  return { ...parts, pages: withPresses(parts.pages, passwords) };
}

const withoutSecondStep =
  (signedIn: Accounts["signedIn"]): Accounts["signedIn"] =>
  async (caller) => {
    const found = await signedIn(caller);
    return found?.person.email === demoStaff.organisation.email ? inOwnRole(found) : found;
  };

function inOwnRole({ actor, ...found }: SignedIn): SignedIn {
  const { roleWithSecondStep: role = actor.role, ...known } = actor;
  return { ...found, actor: { ...known, role } };
}

/** A proxy or tunnel on this machine brings others in: most say so, and many keep the name that was asked for. */
const forwarding = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

const isOfThisMachine = ({ headers }: Request): boolean =>
  isLoopback((headers.get("host") ?? "").replace(/:\d*$/, "")) && !forwarding.some((name) => headers.has(name));

/** The form of the sign-in page, before which the presses stand. */
const form = /<form [^>]*action="\/login"/;

const withPresses =
  (pages: Pages, passwords: DemoPasswords): Pages =>
  async (request, visitor) => {
    const page = await pages(request, visitor);
    if (visitor.page !== "/login" || !isOfThisMachine(request) || !(page instanceof Response) || page.body === null)
      return page;
    const html = await page.text();
    const found = form.exec(html);
    const shown = found ? html.slice(0, found.index) + presses(html, passwords) + html.slice(found.index) : html;
    return new Response(shown, page);
  };

function presses(html: string, passwords: DemoPasswords): string {
  const language = /<html[^>]* lang="([^"]*)"/.exec(html)?.[1] ?? "";
  const reader: Language = isLanguage(language) ? language : "en";
  const buttons = roles.map(
    ({ role, press }) =>
      `<form method="post" action="/login" class="grid">${hidden("email", demoStaff[role].email)}${hidden("password", passwords.of(role))}` +
      `<button class="button secondary medium">${press[reader] ?? press.en}</button></form>`,
  );
  return `<div class="grid gap-3" data-demo="">${buttons.join("")}<p class="text-16 text-quiet">${[onlyHere, googleNeeds].map((words) => words[reader] ?? words.en).join(" ")}</p></div>`;
}

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}"/>`;
