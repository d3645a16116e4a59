import { isOff } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { documentTitle } from "#i18n/document-titles.ts";
import { messageCount } from "#i18n/written.ts";
import { versionedSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { aboutSwitch, switchKind } from "#operations/own-fields/switch-kind.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import type { KnownVisit } from "../frame/read-page.server.ts";

/** The kinds of the program, with who sees each. */
export async function builtInPapers(portal: Portal) {
  const { settings } = await versionedSettings(portal);
  const seenBy = (kind: (typeof documentKinds)[number]) => {
    if (isOff(settings, kind)) return "nobody";
    return settings.shownKinds.some((shown) => shown === kind) ? "visitors" : "staff";
  };
  return documentKinds.map((kind) => ({ kind, title: documentTitle(kind, "/"), seenBy: seenBy(kind) }) as const);
}

/** Switches a kind, once its question is answered. For staff alone, one is switched on without a question. */
export const answerSwitch = ({ visit, portal, actor }: KnownVisit, form: FormValues, page: string) =>
  submitForm(visit, { values: form, here: page }, async () => {
    const kind = documentKinds.find((one) => one === form["kind"]);
    if (!kind) return redirectInApp(page);
    const isOn = !isOff((await versionedSettings(portal)).settings, kind);
    const agreed = isOn ? "off" : "on";
    if (form["agreed"] !== agreed) {
      const { records, ...about } = await aboutSwitch(portal, actor, kind);
      const asks = { ...about, title: documentTitle(kind, "/"), ...messageCount(records) };
      if (about.isOn || about.isShown) return { asks, form, agreed };
    }
    await switchKind(portal, actor, { kind, expectedVersion: expectedVersion(form) });
    return redirectInApp(page, isOn ? "kind-off" : "kind-on");
  });
