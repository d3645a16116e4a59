import { redirect } from "react-router";
import { visitContext } from "../visit.server.ts";
import { languageCookie, offeredLanguage } from "./language.server.ts";
import { readFields } from "../read-form.server.ts";
import { ownAddress } from "../return-address.ts";
import type { Route } from "./+types/language.route.ts";

export const loader = () => redirect("/");

/** True if the form has other fields. A redirect with 307 sends them on, to get the answer in the new language. */
const bringsMore = (form: URLSearchParams) =>
  [...form].some(([name, value]) => name !== "language" && name !== "page" && value !== "");

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const locale = await offeredLanguage(form.get("language") ?? "", context.get(visitContext).settings);
  const headers = locale ? { "Set-Cookie": languageCookie(locale) } : {};
  return redirect(ownAddress(form.get("page") ?? "/"), { status: bringsMore(form) ? 307 : 303, headers });
}
