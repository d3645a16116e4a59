import type { Actor } from "#core/accounts/actor.ts";
import { type Departure, departures, type Leaving } from "#core/accounts/departure.ts";
import { isPortalError, PortalError } from "#core/errors.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { organisationOfAccount, readAccount } from "#operations/accounts/read-accounts.ts";
import { m } from "#i18n/compiled/messages.js";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import {
  changeRole,
  confirmAccount,
  deleteAccount,
  restoreAccount,
  suspendAccount,
  endSessionsOf,
  resetFactors,
} from "#operations/accounts/manage-accounts.ts";
import { readFields } from "../../frame/read-form.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { throwNotFound, orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";
import { pages } from "../../pages.ts";
import type { FlashMessageId } from "../../frame/flash/flash-messages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { backTo, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { ShownOnce } from "../settings/shown-once.tsx";
import { LeaveForm } from "./leave-form.tsx";
import { shownLeft } from "./left-behind.server.ts";
import {
  asksWhy,
  isAboutOutsider,
  isPersonAction,
  type PersonActionId,
  personActionLabels,
  questionBefore,
} from "./person-action.tsx";
import type { Route } from "./+types/person-action.route.ts";

const list = pages.people.path;

/** Shows the confirmation question as a page. An action without a question has no such page: 404. */
export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { pathname, search, searchParams } = args.url;
    const { id } = args.params;
    const known = knownAction(args.params.action);
    if (actor.mustProveAgain) return redirectToProof(pathname + search);
    const { name, email, role } = await readAccount(portal, actor, { id });
    const left = asksWhy(known, role) ? await shownLeft(portal, actor, id) : null;
    const outside = isAboutOutsider(known, role) ? await outsideQuestion(portal, id, known) : null;
    const question = outside ?? questionBefore(known, id === actor.id) ?? (left ? {} : throwNotFound());
    const asked = { of: name || email, email, ...question, ...(left && leaveWords(known, question)) };
    const why: Departure | undefined = known === "suspect" ? "suspected" : undefined;
    const address = outside ? `${pathname}?${toldOutside}` : pathname;
    return { ...asked, left, why, action: address, back: backTo(searchParams.get("back"), list) };
  });

/** In the address of the answer, so that a list that was loaded before the person was invited makes nobody staff unasked. */
const toldOutside = "told-outside";

async function outsideQuestion(portal: Portal, id: string, does: PersonActionId) {
  const organisation = (await organisationOfAccount(portal, portal.database.read, id)) ?? "";
  const text = m.staff_outside_ask({ organisation: organisation || m.role_organisation() });
  return does === "admin"
    ? { text: `${text} ${m.staff_make_admin_ask()}`, yes: m.staff_make_admin_yes() }
    : { text, yes: m.staff_make_moderator_yes() };
}

/** The words of the question why somebody loses their access. */
const leaveWords = (does: PersonActionId, { text, yes }: { text?: string; yes?: string }) => ({
  title: personActionLabels[does](),
  text: text ?? leaveTexts.get(does)?.text() ?? "",
  yes: yes ?? leaveTexts.get(does)?.yes() ?? "",
});

const leaveTexts = new Map<PersonActionId, { text: () => string; yes: () => string }>([
  ["suspend", { text: m.staff_suspend_text, yes: m.leave_yes_suspend }],
  ["suspect", { text: m.staff_suspect_text, yes: m.staff_suspect }],
  ["delete", { text: m.staff_delete_text, yes: m.yes_delete }],
  ["student", { text: m.staff_roles_text, yes: m.leave_yes_student }],
]);

export async function action({ request, url, context, params: { id, action: named } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const known = await orErrorPage(visit, async () => knownAction(named));
  const { run, flash } = actions[known];
  const form = await readFields(request);
  const back = backTo(form.get("back") ?? undefined, list);
  const role = await roleOf(portal, actor, id);
  if (role !== null && isAboutOutsider(known, role) && !url.searchParams.has(toldOutside))
    return redirectInApp(`${url.pathname}?${new URLSearchParams({ back }).toString()}`);
  const asks = role !== null && asksWhy(known, role);
  const leaving = leavingIn(form);
  if (asks && leaving.why === undefined) return whyIsMissing(visit, leaving);
  const isAsked = asks || questionBefore(known, id === actor.id) !== null;
  const here = isAsked ? `${url.pathname}?${new URLSearchParams({ back }).toString()}` : back;
  let done: object = {};
  const next = await runAction(
    visit,
    { flash, id, back, here, problems: { "not-found": "account-gone" } },
    async () => {
      done = await run(portal, actor, { id, ...(asks && leaving) });
    },
  );
  return "link" in done && typeof done.link === "string" ? { link: done.link } : next;
}

/** Null if the account cannot be read: the action itself says what is wrong. */
async function roleOf(portal: Portal, actor: Actor, id: string): Promise<Role | null> {
  const account = await readAccount(portal, actor, { id }).catch((error: unknown) => {
    if (isPortalError(error) && error.status < 500) return null;
    throw error;
  });
  return account && account.role;
}

function leavingIn(form: URLSearchParams): { why: Departure | undefined; spared: string[] } {
  const frozen = new Set(form.getAll("freeze"));
  const why = departures.find((departure) => departure === form.get("why"));
  return { why, spared: form.getAll("listed").filter((record) => !frozen.has(record)) };
}

const whyIsMissing = (visit: Visit, { spared }: { spared: readonly string[] }) =>
  submitForm(visit, { values: { spared: spared.join(" ") } }, async () => {
    throw new PortalError("invalid", { fields: { why: "required" } });
  });

const knownAction = (text: string): PersonActionId => (isPersonAction(text) ? text : throwNotFound());

type Run = (portal: Portal, actor: Actor, target: { id: string } & Leaving) => Promise<object>;

const giveRole =
  (role: Role): Run =>
  (portal, actor, target) =>
    changeRole(portal, actor, { ...target, role });

type PersonAction = { run: Run; flash: FlashMessageId };

const actions: Record<PersonActionId, PersonAction> = {
  admin: { run: giveRole("admin"), flash: "account-admin" },
  moderator: { run: giveRole("moderator"), flash: "account-moderator" },
  student: { run: giveRole("student"), flash: "account-student" },
  confirm: { run: confirmAccount, flash: "account-confirmed" },
  suspend: { run: suspendAccount, flash: "account-suspended" },
  suspect: { run: suspendAccount, flash: "account-suspended" },
  restore: { run: restoreAccount, flash: "account-restored" },
  "sign-out": { run: endSessionsOf, flash: "account-signed-out" },
  "take-factors-away": { run: resetFactors, flash: "account-factors-taken" },
  delete: { run: deleteAccount, flash: "account-deleted" },
};

export default function PersonQuestion({ loaderData: { email, left, ...question }, actionData }: Route.ComponentProps) {
  const result = actionData && "problem" in actionData ? actionData : undefined;
  if (left) {
    return (
      <FormPage title={question.title ?? ""} answer={result}>
        {(last) => (
          <LeaveForm {...question} text={question.text ?? ""} yes={question.yes ?? ""} left={left} result={last} />
        )}
      </FormPage>
    );
  }
  if (!actionData || !("link" in actionData)) return <ConfirmPage {...question} />;
  return (
    <PageFrame title={m.staff_confirm()}>
      <ShownOnce
        title={m.invitation_link_title({ email })}
        text={m.staff_confirm_link_text()}
        secret={actionData.link}
      />
      <p>
        <TextLink to={question.back} label={m.staff_back()} hotkey="u" />
      </p>
    </PageFrame>
  );
}
