import { findByNumber } from "#operations/candidates/find-by-number.ts";
import { fromAddress, numberToAddress } from "#operations/candidates/search-in-address.ts";
import { FindRecord } from "#ui/dashboard/find-record.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { pageOfRecord } from "../../dashboard/queue-paths.ts";
import { staffRecord } from "../../dashboard/staff-record.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/find.ts";

const page = "/dashboard/Find";
const longestNumber = 100;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const asked = fromAddress(visit.portal, { sealed: url.searchParams.get("sealed") ?? undefined });
  if (asked === "") return { asked, found: [] };
  const found = await needed(visit, async () => {
    const candidates = await findByNumber(visit.portal, actor, asked);
    return Promise.all(
      candidates.map(async (candidate) => ({
        ...(await staffRecord(visit, actor, candidate)),
        decidedAt: pageOfRecord(candidate.id),
      })),
    );
  });
  return { asked, found };
}

/** The number travels on sealed: addresses are kept in logs and histories. */
export async function action({ request, context }: Route.ActionArgs) {
  const { portal } = context.get(visitContext);
  const number = ((await readForm(request))["number"] ?? "").trim().slice(0, longestNumber);
  return goOn(number === "" ? page : `${page}?${new URLSearchParams(numberToAddress(portal, number)).toString()}`);
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function Find({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>{() => <FindRecord {...loaderData} {...{ page, operatorName }} />}</TypedStays>
  );
}
