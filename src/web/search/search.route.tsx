import { data, redirect } from "react-router";
import { holdsRecordNumber } from "#core/records/numbers.ts";
import { longestQuestion } from "#core/search/search-words.ts";
import { type SiteAnswer, SearchPage } from "./search-page.tsx";
import { siteSearchForm } from "./site-search-box.tsx";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { useSite } from "../frame/site-facts.ts";
import { searchSite } from "./search-site.server.ts";
import { visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/search.route.ts";

/** Says that there was a number in the address, without saying it again. */
const withoutNumber = "/search?without=number";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.answerHeaders.set("X-Robots-Tag", "noindex");
  const question = asQuestion(url.searchParams.get("q"));
  if (holdsRecordNumber(question)) return redirect(withoutNumber, 303);
  if (question !== "") return orErrorPage(visit, () => searchSite(visit, question));
  return failure(url.searchParams.get("without") === "number");
}

const failure = (hadNumber: boolean): SiteAnswer =>
  hadNumber ? { kind: "record-number", typed: null } : { kind: "unasked" };

/** Only what is no number of a document gets into an address, and so into histories, logs and referrers. */
export async function action({ request }: Route.ActionArgs) {
  const question = asQuestion(new URLSearchParams(await request.text()).get("q"));
  if (holdsRecordNumber(question)) return data<SiteAnswer>({ kind: "record-number", typed: question });
  return redirect(question === "" ? "/search" : `/search?${new URLSearchParams({ q: question }).toString()}`, 303);
}

/** Cut, and not refused: the field takes no more either. */
const asQuestion = (typed: string | null) => (typed ?? "").slice(0, longestQuestion).trim();

export const handle = { typedForm: siteSearchForm };

export default function Search({ loaderData, actionData }: Route.ComponentProps) {
  return <SearchPage operator={useSite().operator} answer={actionData ?? loaderData} />;
}
