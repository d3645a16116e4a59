import { data, Link, Form } from "react-router";
import type { SubmitEvent } from "react";
import { languagesOn } from "#core/settings/languages.ts";
import { partFrom, rowsIn, rowsOf, hasGroups } from "#core/settings/menu-rows.ts";
import { type MenuPart, menuParts, menuLimits } from "#core/settings/menus.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { problemWords } from "#design/form/problem-words.ts";
import { useIsSending } from "#design/form/use-is-sending.ts";
import { expectedVersion, firstValues, readFields } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { draftFields } from "../page-draft/autosave.ts";
import { endDraftOf, shownPageDraft } from "../page-draft/page-draft.server.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { type EditedMenus, editMenus, type ShownMenus, useEditedMenus } from "./use-edited-menus.ts";
import type { Route } from "./+types/menus.route.ts";
import { GroupBox, LinkRows } from "./menu-rows.tsx";
import { AddButton } from "./row-buttons.tsx";

const partIn = ({ searchParams }: URL): MenuPart =>
  menuParts.find((part) => part === searchParams.get("part")) ?? "categories";

const othersOn = ({ languages }: Settings) => languagesOn(languages).filter((language) => language !== "en");

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { settings, version } = await versionedSettings(portal);
    const part = partIn(args.url);
    const shown: ShownMenus = { part, rows: rowsOf(settings.menus, part), others: othersOn(settings), version };
    return { shown, draft: await shownPageDraft(portal, actor, `menus:${part}`) };
  });

/** Saves the menus. For browsers without scripts, it also handles the buttons that only change the rows. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const part = partIn(url);
  const fields = await readFields(request);
  const form = firstValues(fields);
  const others = othersOn(await currentSettings(portal));
  const shown: ShownMenus = { part, rows: rowsIn(fields, part), others, version: expectedVersion(form) };
  const { do: pressed = "" } = form;
  if (pressed !== "save") return data(editMenus(shown, pressed, portal.now()));
  try {
    await save(portal, actor, shown);
    await endDraftOf(portal, actor, form[draftFields.name]);
    return redirectInApp(`${pages.menus.path}?part=${part}`, "menus-saved");
  } catch (error) {
    const { status, ...refusal } = failureOf(visit, error);
    const version = refusal.problem === "stale" ? (await versionedSettings(portal)).version : shown.version;
    const values = { ...shown, version };
    return data<EditedMenus>({ ...refusal, values, at: portal.now(), focus: "" }, status);
  }
}

async function save(portal: Portal, actor: Actor, shown: ShownMenus) {
  const { menus: before } = await currentSettings(portal);
  // The operation validates the menus with all settings. It refuses a stale version, so the other parts have not
  // changed since the form was rendered.
  const menus = { ...before, [shown.part]: partFrom(shown.rows, shown.part) };
  await changeSettings(portal, actor, { change: { menus }, expectedVersion: shown.version });
}

export default function EditMenus({ loaderData: { shown, draft }, actionData }: Route.ComponentProps) {
  const { part, version } = shown;
  return (
    <FormPage title={m.menus_title()} answer={actionData}>
      {(answer) => (
        <>
          <Parts current={part} />
          <div className="grid max-w-3xl gap-1">
            <p>{words[part].text()}</p>
            <p className="text-quiet">{m.menus_languages()}</p>
          </div>
          <MenusForm
            key={`${part} ${version}`}
            {...{ shown, draft }}
            sent={answer?.values.part === part ? answer : undefined}
          />
        </>
      )}
    </FormPage>
  );
}

const Parts = ({ current }: { current: MenuPart }) => (
  <nav aria-label={m.menus_parts()}>
    <ul className="flex flex-wrap gap-x-6 border-b border-line">
      {menuParts.map((one) => (
        <li key={one}>
          <Link
            to={`${pages.menus.path}?part=${one}`}
            aria-current={one === current ? "page" : undefined}
            className="inline-flex min-h-11 min-w-6 items-center justify-center no-underline hover:underline aria-[current]:border-b-4 aria-[current]:border-action aria-[current]:font-semibold"
          >
            {words[one].name()}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const words: Record<MenuPart, { name: () => string; text: () => string }> = {
  categories: { name: m.menus_categories, text: m.menus_categories_text },
  navbar: { name: m.menus_navbar, text: m.menus_navbar_text },
  tiles: { name: m.menus_tiles, text: m.menus_tiles_text },
  footer: { name: m.menus_footer, text: m.menus_footer_text },
};

/**
 * A form with all rows. With scripts, only "Save" sends it. Without scripts every button does, and the response has the
 * changed rows.
 */
type MenusFormProps = { shown: ShownMenus; draft: ShownPageDraft; sent: EditedMenus | undefined };

function MenusForm({ shown, draft, sent }: MenusFormProps) {
  const isBusy = useIsSending();
  const { edited, edit, putBack } = useEditedMenus(shown, sent);
  const {
    values: { part, rows, version },
    problem,
    at,
    focus,
  } = edited;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter.value : "save";
    if (isBusy || button !== "save") event.preventDefault();
    if (!isBusy) edit(event.currentTarget, button);
  };
  return (
    <Form
      method="post"
      action={`${pages.menus.path}?part=${part}`}
      noValidate
      preventScrollReset
      onSubmit={submit}
      className="grid max-w-3xl grid-cols-1 gap-5"
    >
      {/* Enter in a box presses the first button of the form, so a hidden "Save" comes first. */}
      <button name="do" value="save" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="version" value={version} />
      <PageDraft {...draft} cameBack={sent !== undefined} onPutBack={putBack} />
      {problem && <State key={at} problem={problem} />}
      {rows.map((row, place) =>
        hasGroups(part) ? (
          <GroupBox key={row.key} {...{ edited, row }} at={place} />
        ) : (
          <LinkRows key={row.key} edited={edited} links={row.links} group={place} />
        ),
      )}
      {hasGroups(part) && (
        <AddButton id="add" focus={focus} isOff={rows.length >= menuLimits[part]}>
          {m.menus_add_group()}
        </AddButton>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-5">
        <Button name="do" value="save" size="large" isBusy={isBusy}>
          {m.save()}
        </Button>
        <button name="do" value="delivered" className="link-button">
          {m.menus_delivered()}
        </button>
      </div>
    </Form>
  );
}

/** Screen readers announce the state, because nothing else may take the focus. */
function State({ problem }: { problem: NonNullable<EditedMenus["problem"]> }) {
  if (problem !== "unsaved" && problem !== "delivered") return <Alarm>{problemWords(problem, {}, own)}</Alarm>;
  return (
    <p role="status" className="border-s-4 border-line-strong ps-4">
      {problem === "unsaved" ? m.menus_unsaved() : m.menus_delivered_unsaved()}
    </p>
  );
}

const own = { stale: m.menus_stale, invalid: m.menus_wrong };
