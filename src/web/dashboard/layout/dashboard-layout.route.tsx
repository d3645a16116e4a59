import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useBlocker,
  useFetchers,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import { allFeatures } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { backupWarning } from "#operations/backups/scheduled-backups.ts";
import { ActionFailure } from "#design/form/failure.tsx";
import { keepFormsOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { Frame } from "./frame.tsx";
import { FlashMessageLine, LowerEdge, useFlashOfVisit } from "./flash-message.tsx";
import { requireSignedIn } from "../../frame/known-visitor.server.ts";
import { keepPrivate } from "../../account/server/private-pages.server.ts";
import { ownPhoto } from "../../account/server/own-photo.server.ts";
import { linksFor } from "../frame/links.ts";
import { menuCounts } from "./menu-counts.server.ts";
import { BackupNote } from "../frame/operator-note.tsx";
import { flashMessageFor } from "./flash.server.ts";
import { type DashboardFacts, quietFetcher } from "#design/page/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { pages } from "../../pages.ts";
import { isAnyAtRisk, saveAtRisk } from "../page-draft/unsaved-forms.ts";
import { isAhead } from "../approval/page-ahead.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { siteOperator } from "../../frame/site/site-facts.server.ts";
import type { Route } from "./+types/dashboard-layout.route.ts";

export const handle = { hydrate: true };

export const middleware: Route.MiddlewareFunction[] = [keepPrivate];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepFormsOnFailure];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [operator, { features, kindsOff }, { actor, person }] = await Promise.all([
    siteOperator(visit),
    visit.settings().catch(() => ({ features: allFeatures, kindsOff: {} })),
    requireSignedIn(visit),
  ]);
  const isAdmin = actor.role === "admin";
  const [warning, flash, counts, photo] = await Promise.all([
    isAdmin ? orErrorPage(visit, () => backupWarning(visit.portal)) : null,
    orErrorPage(visit, () => flashMessageFor(visit, actor, request)),
    menuCounts(visit, actor),
    ownPhoto({ visit, actor }),
  ]);
  const { name } = person;
  return {
    operator,
    version: actor.role === "student" ? null : visit.portal.version,
    person: { id: actor.id, name, role: actor.role, photo },
    features,
    kindsOff,
    counts,
    backupWarning: warning,
    flash,
  };
}

/** A decision leads to a page that was loaded ahead. That page loads this data once it is shown. */
export const shouldRevalidate = ({ nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate && !isAhead(nextUrl);

type LayoutData = Route.ComponentProps["loaderData"];

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { operator, features, kindsOff, backupWarning: warning } = loaderData;
  const flash = useFlashOfVisit(loaderData.flash);
  const person = usePersonOfDocument(loaderData.person);
  useAskBeforeLink();
  useEffect(readAgainWhenBack, []);
  return (
    <DashboardFrame {...loaderData} flash={flash}>
      <ActionFailure>
        <FlashMessageLine flash={flash} />
        {warning && pathname !== pages.backups.path && (
          <div className="mb-6">
            <BackupNote warning={warning} isLinked />
          </div>
        )}
        {/* The key: React Router keeps a page if only an id in its address changes, with what was typed for the one before. */}
        <Outlet
          key={pathname}
          context={{ operatorName: operator.name, person, features, kindsOff } satisfies DashboardFacts}
        />
      </ActionFailure>
    </DashboardFrame>
  );
}

/**
 * The person for whom this document was opened. If somebody else signs in in another window, the document is read again:
 * what the one had typed never becomes a draft of the other.
 */
function usePersonOfDocument(person: DashboardFacts["person"]): DashboardFacts["person"] {
  const [first] = useState(person);
  const isSomebodyElse = person.id !== first.id;
  useEffect(() => {
    if (isSomebodyElse) location.reload();
  }, [isSomebodyElse]);
  return isSomebodyElse ? first : person;
}

/** A page that the browser kept in memory may be of somebody who has signed out. It stays empty until it is read again. */
function readAgainWhenBack() {
  const stop = new AbortController();
  addEventListener("pagehide", ({ persisted }) => (document.body.hidden = persisted), stop);
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), stop);
  return () => stop.abort();
}

/** Before a link discards what could not be saved, it is saved once more, and if that fails too, the user decides. */
function useAskBeforeLink(): void {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      from.pathname + from.search !== to.pathname + to.search && isAnyAtRisk(),
  );
  const decide = useEffectEvent(() => {
    if (!isAnyAtRisk() || confirm(m.leave_unsaved())) blocker.proceed?.();
    else blocker.reset?.();
  });
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (isBlocked) void saveAtRisk().then(() => decide());
  }, [isBlocked]);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loaderData = useRouteLoaderData<LayoutData>("dashboard");
  const { pathname, search } = useLocation();
  const screen = <ErrorScreen status={statusOf(error)} page={pathname + search} typed={typedIn(error)} />;
  return loaderData ? <DashboardFrame {...loaderData}>{screen}</DashboardFrame> : <main>{screen}</main>;
}

/** In the browser, a fetch without a response throws a TypeError. */
function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof TypeError ? 0 : 500;
}

/** What was typed into a form whose subject was deleted, if it was sent without scripts. */
function typedIn(error: unknown): readonly string[] {
  const sent: unknown = isRouteErrorResponse(error) ? error.data : null;
  const typed: unknown = typeof sent === "object" && sent !== null && "typed" in sent ? sent.typed : [];
  return Array.isArray(typed) ? typed.filter((text) => typeof text === "string") : [];
}

type ErrorScreenProps = {
  /** The HTTP status of the response; 0 if there was none. */
  status: number;
  page: string;
  typed: readonly string[];
};

/**
 * Says why a page cannot be shown, and what to do now. The links load a new document, because the scripts may have
 * failed.
 */
const ErrorScreen = ({ status, page, typed }: ErrorScreenProps) => (
  <div role="alert" className="mx-auto grid max-w-xl gap-4 py-8">
    <title>{titleFor(status)}</title>
    <h1 tabIndex={-1}>{titleFor(status)}</h1>
    <p>{adviceFor(status)}</p>
    {typed.length > 0 && <p>{m.not_there_typed()}</p>}
    {typed.map((text, at) => (
      <p key={at} dir="auto" className="border-s-4 border-line-strong ps-4 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    ))}
    <p className="flex flex-wrap gap-x-6">
      {status !== 404 && (
        <a href={page} className="inline-flex min-h-11 items-center">
          {m.try_again()}
        </a>
      )}
      <a href={pages.dashboard.path} className="inline-flex min-h-11 items-center">
        {m.back_to_dashboard()}
      </a>
    </p>
  </div>
);

const titleFor = (status: number) => (status === 404 ? m.not_there_title() : m.broken_title());

function adviceFor(status: number): string {
  if (status === 0) return m.problem_connection();
  if (status === 404) return m.not_there_text();
  if (status === 503) return m.broken_unavailable();
  return status < 500 ? m.dashboard_broken_request() : m.broken_internal();
}

function DashboardFrame({
  operator,
  version,
  person,
  features,
  flash,
  counts,
  children,
}: LayoutData & { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const isLeaving = useNavigation().state !== "idle";
  const isDoing = useFetchers().some(({ state, key }) => state !== "idle" && !key.startsWith(quietFetcher));
  useFocusOnHeading(pathname);
  useEffect(markAsHydrated, []);
  return (
    <Frame
      operator={operator}
      version={version}
      person={person}
      features={features}
      links={linksFor(person.role, { features })}
      counts={counts}
      page={page}
      isBusy={isLeaving || isDoing}
    >
      <LowerEdge flash={flash} page={page} />
      {children}
    </Frame>
  );
}

/** Marks the page as hydrated, for tests and for debugging. */
function markAsHydrated(): void {
  document.documentElement.dataset["hydrated"] = "";
}

/**
 * Moves the focus to the heading of a new page: screen readers read it, as they would after a full page load. Keyboard
 * navigation continues from there.
 */
function useFocusOnHeading(page: string): void {
  const last = useRef(page);
  useLayoutEffect(() => {
    if (last.current !== page) document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    last.current = page;
  }, [page]);
}
