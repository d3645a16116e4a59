import type { Actor } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Portal } from "#operations/portal.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
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
import { readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { throwNotFound, orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";
import { pages } from "../../pages.ts";
import type { FlashMessageId } from "../../frame/flash/flash-messages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { backTo } from "../frame/redirect-in-app.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { ShownOnce } from "../settings/shown-once.tsx";
import { isPersonAction, type PersonActionId, questionBefore } from "./person-action.tsx";
import type { Route } from "./+types/person-action.route.ts";

const list = pages.people.path;

/** Shows the confirmation question as a page. An action without a question has no such page: 404. */
export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { pathname, search, searchParams } = args.url;
    const { id } = args.params;
    const known = knownAction(args.params.action);
    if (actions[known].needsProof && actor.mustProveAgain) return redirectToProof(pathname + search);
    const { name, email } = await readAccount(portal, actor, { id });
    const question = questionBefore(known, id === actor.id) ?? throwNotFound();
    return { of: name || email, email, ...question, action: pathname, back: backTo(searchParams.get("back"), list) };
  });

export async function action({ request, url, context, params: { id, action: named } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const known = await orErrorPage(visit, async () => knownAction(named));
  const { run, flash } = actions[known];
  const back = backTo((await readForm(request))["back"], list);
  const isAsked = questionBefore(known, id === actor.id) !== null;
  const here = isAsked ? `${url.pathname}?${new URLSearchParams({ back }).toString()}` : back;
  let done: object = {};
  const next = await runAction(
    visit,
    { flash, id, back, here, problems: { "not-found": "account-gone" } },
    async () => {
      done = await run(portal, actor, { id });
    },
  );
  return "link" in done && typeof done.link === "string" ? { link: done.link } : next;
}

const knownAction = (text: string): PersonActionId => (isPersonAction(text) ? text : throwNotFound());

type Run = (portal: Portal, actor: Actor, target: { id: string }) => Promise<object>;

const giveRole =
  (role: Role): Run =>
  (portal, actor, { id }) =>
    changeRole(portal, actor, { id, role });

type PersonAction = { run: Run; flash: FlashMessageId; needsProof?: boolean };

const actions: Record<PersonActionId, PersonAction> = {
  admin: { run: giveRole("admin"), flash: "account-admin", needsProof: true },
  moderator: { run: giveRole("moderator"), flash: "account-moderator", needsProof: true },
  student: { run: giveRole("student"), flash: "account-student", needsProof: true },
  confirm: { run: confirmAccount, flash: "account-confirmed", needsProof: true },
  suspend: { run: suspendAccount, flash: "account-suspended" },
  restore: { run: restoreAccount, flash: "account-restored" },
  "sign-out": { run: endSessionsOf, flash: "account-signed-out" },
  "take-factors-away": { run: resetFactors, flash: "account-factors-taken", needsProof: true },
  delete: { run: deleteAccount, flash: "account-deleted", needsProof: true },
};

export default function PersonQuestion({ loaderData: { email, ...question }, actionData }: Route.ComponentProps) {
  if (!actionData?.link) return <ConfirmPage {...question} />;
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
