import { PortalError } from "#core/errors.ts";
import { newlyShown, safetyLost } from "#core/settings/safeguards.ts";
import { parseNamedOperator, parseSettings, type Settings } from "#core/settings/settings.ts";
import type { Person, SignedIn } from "#core/staff/accounts.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { versionedSettings } from "#operations/settings/current-settings.ts";
import type { SectionId } from "./sections.ts";
import type { Consequence } from "./settings-question.tsx";
import { checkAll } from "../../account/server/check-all.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { readSection, shownSection } from "./section-boxes.server.ts";

type SentSection = { page: string; id: SectionId; form: URLSearchParams };

/** Saves one part of the settings. What makes the site less safe is asked about first. */
export async function saveSettings(visit: Visit, { actor, person }: SignedIn, { page, id, form }: SentSection) {
  const { settings: before, version } = await versionedSettings(visit.portal);
  const { change, typed } = readSection(id, form, before);
  const sent = { ...typed, section: id, seen: form.get("seen") ?? "" };
  return submitForm(visit, { values: sent, here: page }, async () => {
    // Only this part counts: a change of the date, say, is in nobody's way here.
    if (sent.seen !== shownSection(id, before).seen) throw new PortalError("stale");
    const after = checked(before, change);
    const consequences = consequencesOf(before, after, person);
    if (consequences.length > 0 && form.get("agreed") !== consequences.join(" ")) {
      return { consequences, newlyShown: newlyShown(before, after), form: sent };
    }
    const { modified } = await changeSettings(visit.portal, actor, { change, expectedVersion: version });
    return redirectInApp(page, modified === 1 ? "settings-saved" : "settings-kept");
  });
}

function checked(before: Settings, change: Partial<Settings>): Settings {
  const after = { ...before, ...change };
  checkAll(
    () => parseSettings(after),
    () => change.operator && parseNamedOperator(change),
  );
  return after;
}

/** Whoever demands what they do not have themselves is out as soon as it is saved. */
function consequencesOf(before: Settings, after: Settings, { hasTotp, passkeys }: Person): Consequence[] {
  const demands = before.secondFactor === "optional" && after.secondFactor === "required";
  const isMissing = !hasTotp && passkeys === 0;
  return [...safetyLost(before, after), ...(demands && isMissing ? (["shuts-you-out"] as const) : [])];
}
