import { m } from "#i18n/compiled/messages.js";
import { agreeToChange, refuseChange } from "#operations/decisions/decide-change.ts";
import { hideChecklist } from "#operations/overview/setup-steps.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { redirectToProof, redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { pages } from "../../pages.ts";
import { landingPage } from "../frame/links.ts";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { type Buttons, handleButtons } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { LogFaultNote, OldKeyNote } from "./log-notes.tsx";
import { Checklist } from "./checklist.tsx";
import { Lookups } from "./lookups.tsx";
import { HeldChanges } from "./held-changes.tsx";
import { shownHeld, shownSite, shownStuck, shownWork } from "./shown-overview.server.ts";
import { SiteFacts } from "./site-facts.tsx";
import { StuckRecords } from "./stuck-records.tsx";
import { WaitingWork } from "./waiting-work.tsx";
import type { Route } from "./+types/dashboard.route.ts";

const page = pages.dashboard.path;

/**
 * Sends each role to its landing page. A user whose role is reduced, because a required second factor was never shown,
 * shows it first, or goes to the account page without one.
 */
export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor, person }) => {
    if (actor.role !== person.role)
      return person.hasFactor ? redirectToProof(page) : redirectWithReload(pages.account.path);
    const landing = landingPage(actor.role, await visit.settings());
    if (landing !== page) return redirectInApp(landing);
    const isAdmin = actor.role === "admin";
    const [work, site, held, stuck] = await Promise.all([
      shownWork(portal, actor),
      isAdmin ? shownSite(portal, actor) : null,
      isAdmin ? shownHeld(portal, actor) : [],
      isAdmin ? shownStuck(portal, actor) : null,
    ]);
    return { work, site, held, stuck };
  });

const buttons: Buttons = {
  "put-away": { flash: "checklist-put-away", work: hideChecklist },
  agree: { flash: "change-agreed", work: agreeToChange },
  refuse: { flash: "change-refused", work: refuseChange },
};

/** Hides the checklist of a new site, or decides on a change that waits for a second admin. */
export const action = (args: Route.ActionArgs) =>
  handleButtons(args, { page, buttons, problems: { "not-found": "change-gone", "not-allowed": "change-own" } });

export default function Overview({ loaderData: { work, site, held, stuck } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.overview_title()} next={nextStep(work, site)}>
      {site?.logFaults.map((fault) => (
        <LogFaultNote key={fault.kind} {...fault} />
      ))}
      {site?.keySince && <OldKeyNote since={site.keySince} />}
      {held.length > 0 && <HeldChanges changes={held} />}
      {stuck && (stuck.records.length > 0 || stuck.more) && <StuckRecords {...stuck} />}
      {site?.steps && <Checklist steps={site.steps} />}
      {site?.isEmpty && work.mails === null ? <NoRecords /> : <WaitingWork {...work} isAdmin={site !== null} />}
      {site && <Lookups {...site.lookups} />}
      {site && <SiteFacts {...site.facts} />}
    </PageFrame>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function nextStep(work: Shown["work"], site: Shown["site"]) {
  if (site === null) return { path: pages.ownRecords.path, label: m.overview_add() };
  return work.records.isNone
    ? { path: pages.addRecord.path, label: m.overview_add() }
    : { path: pages.approval.path, label: m.overview_review() };
}

const NoRecords = () => (
  <EmptyState title={m.overview_empty_title()} text={m.overview_empty()}>
    <TextLink to={pages.addRecord.path} label={m.overview_add()} />
  </EmptyState>
);
