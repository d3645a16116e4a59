import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { listPageDrafts, throwDraftAway } from "#operations/drafts/list-drafts.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { addressOfForm } from "../record-form/shown-form.ts";
import { placeOfDraft } from "./place-of-draft.ts";
import type { Route } from "./+types/drafts.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor }) => {
    const site = await visit.settings();
    const [typed, { begun, damaged }] = await Promise.all([listPageDrafts(portal, actor), readDrafts(portal, actor)]);
    const addForm = actor.role === "admin" ? pages.addRecord.path : pages.ownRecords.path;
    const records = begun.map(({ id, form, label, savedAt }) => {
      const place = { path: addressOfForm(addForm, form), label: m.add_new_user() };
      return { id, savedAt, text: label || m.draft_without_name(), ...place };
    });
    const unreadable = damaged.map((draft) => ({ ...draft, text: null, path: addForm, label: m.add_new_user() }));
    const texts = typed.flatMap((draft) => {
      const { id, savedAt, text } = draft;
      const place = placeOfDraft(draft, site);
      return place ? [{ id, savedAt, text: text?.slice(0, 300) ?? null, ...place }] : [];
    });
    const all = [...records, ...unreadable, ...texts].toSorted((one, other) => other.savedAt - one.savedAt);
    return { drafts: all.map((draft) => ({ ...draft, savedAt: writtenTime(draft.savedAt) })) };
  });

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page: pages.drafts.path,
    buttons: { "throw-away": { work: throwDraftAway, flash: "thrown-away" } },
  });

/** Everything that a person typed and did not save: to take it up again, or to throw it away. */
export default function Drafts({ loaderData: { drafts }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.drafts_title()} answer={actionData}>
      <p className="max-w-prose text-quiet">{m.drafts_text()}</p>
      {drafts.length === 0 && <EmptyState title={m.drafts_none()} text="" />}
      <ul className="grid max-w-prose">
        {drafts.map((draft) => (
          <Draft key={draft.id} {...draft} />
        ))}
      </ul>
    </FormPage>
  );
}

const Draft = ({ id, path, label, text, savedAt }: Route.ComponentProps["loaderData"]["drafts"][number]) => (
  <li className="grid gap-1 border-t border-line py-3">
    <span className="flex flex-wrap items-center gap-x-3">
      {text === null ? (
        <span className="inline-flex min-h-11 items-center font-semibold">{label}</span>
      ) : (
        <Link to={path} className="inline-flex min-h-11 items-center font-semibold">
          {label}
        </Link>
      )}
      <span className="text-14 text-quiet">{savedAt}</span>
    </span>
    {text === null && <p>{m.draft_damaged()}</p>}
    {text && (
      <p dir="auto" className="line-clamp-2 text-quiet wrap-anywhere">
        {text}
      </p>
    )}
    <ConfirmBelow label={m.throw_away()} of={`${label} ${text?.slice(0, 40) ?? savedAt}`}>
      {m.throw_away_question()}
      <SendForm action={pages.drafts.path} hidden={{ id, do: "throw-away" }}>
        <Button variant="danger" size="small">
          {m.throw_away_yes()}
        </Button>
      </SendForm>
    </ConfirmBelow>
  </li>
);
