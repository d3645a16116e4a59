import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { parsePageText } from "#core/texts/page-text.ts";
import { versionedSettings } from "#operations/settings/current-settings.ts";
import { changeText, resetText } from "#operations/settings/change-text.ts";
import type { ShownText, TextAnswer } from "./shown-text.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { chosenText, formAddress, shownText, textList } from "./text-pages.server.ts";

/** What each of the form's buttons does. */
export async function answerTextForm(visit: Visit, request: Request, address: URLSearchParams) {
  const { portal, report } = visit;
  const chosen = chosenText(address);
  if (!chosen) return redirectInApp(textList);
  const { actor } = await knownVisitor(visit);
  const form = await formIn(request);
  const text: ShownText = {
    ...chosen,
    title: textIn(form, "title"),
    body: textIn(form, "body"),
    version: textIn(form, "version"),
  };
  const at = portal.now();
  const target = { ...chosen, expectedVersion: Number(text.version) };
  try {
    switch (textIn(form, "does")) {
      case "reset":
        await resetText(portal, actor, target);
        return redirectInApp(formAddress(chosen), "text-reset");
      case "ask-reset":
        return data<TextAnswer>({ kind: "ask-reset", text, at });
      case "preview":
        parsePageText(text);
        return data<TextAnswer>({ kind: "preview", text, at });
      default:
        await changeText(portal, actor, target, text);
        return redirectInApp(formAddress(chosen), "text-saved");
    }
  } catch (error) {
    if (!isPortalError(error)) report(error);
    const known = isPortalError(error) ? error : null;
    if (known?.fields) return data<TextAnswer>({ kind: "incomplete", fields: known.fields, text, at }, known.status);
    const now = await orErrorPage(visit, () => versionedSettings(portal));
    if (known?.id !== "stale") return data<TextAnswer>({ kind: "failed", text, at }, known?.status ?? 500);
    // What was typed stays; saving it once more is said to whoever read that others changed something.
    const typed = textIn(form, "does") === "reset" ? shownText(now, chosen) : { ...text, version: String(now.version) };
    return data<TextAnswer>({ kind: "stale", text: typed, at }, known.status);
  }
}

/** What is no form is an empty one. */
const formIn = (request: Request): Promise<FormData> => request.formData().catch(() => new FormData());

/** Browsers count a line's end as one character and send two. */
function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}
