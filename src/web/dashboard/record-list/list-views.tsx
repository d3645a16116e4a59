import { Link } from "react-router";
import type { ListColumn } from "#core/records/list-columns.ts";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { Choice } from "#design/form/choices.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { keyed } from "#design/page/keys.ts";
import { SendForm } from "#design/form/send-form.tsx";
import type { ShownColumn } from "./list-columns.tsx";
import { ListTool } from "./list-filter.tsx";

type View = { id: string; name: string; query: string; isShown: boolean };

/** The saved views of the user. The view that is shown now can be deleted. */
export const ListViews = ({ page, views }: { page: string; views: readonly View[] }) => {
  const shown = views.find(({ isShown }) => isShown);
  if (views.length === 0) return null;
  return (
    <nav aria-label={m.list_views()} className="-mx-2.5 flex flex-wrap items-center gap-x-1">
      {[{ id: "", name: m.view_everything(), query: "", isShown: false }, ...views].map(
        ({ id, name, query, isShown }) => (
          <Link
            key={id}
            to={query ? `${page}?${query}` : page}
            aria-current={isShown ? "true" : undefined}
            className="inline-flex min-h-9 items-center rounded-sm px-2.5 hover:underline aria-[current]:bg-raised aria-[current]:font-semibold"
          >
            {name}
          </Link>
        ),
      )}
      {shown && (
        <ConfirmBelow key={shown.id} label={m.view_delete()} of={shown.name} {...keyed("d", m.view_delete())}>
          {m.cannot_be_reverted()}
          <ActionButton
            action={page}
            fields={{ do: "delete-view", id: shown.id, back: `${page}?${shown.query}` }}
            label={m.yes_delete()}
            of={shown.name}
            className={buttonClass({ variant: "danger", size: "small" })}
          />
        </ConfirmBelow>
      )}
    </nav>
  );
};

type ListToolsProps = {
  page: string;
  /** The current address of the list. */
  back: string;
  kept: Readonly<Record<string, string>>;
  columns: { shown: readonly ShownColumn[]; all: readonly ShownColumn[] };
  /** The name of a view that could not be saved. */
  typedName: string;
};

/** Two forms: one chooses the columns, the other saves the current choices as a named view. */
export const ListTools = ({ page, back, kept, columns: { shown, all }, typedName }: ListToolsProps) => {
  const isShown = (column: ListColumn) => shown.some(({ name }) => name === column);
  return (
    <>
      {/* The key closes the tool after the columns were saved. */}
      <ListTool key={shown.map(({ name }) => name).join(" ")} label={m.list_columns()}>
        <SendForm action={page} preventScrollReset className="grid gap-3 pb-4" hidden={{ do: "columns", back }}>
          <fieldset className="flex max-w-3xl flex-wrap gap-x-6 gap-y-1">
            <legend className="sr-only">{m.list_columns()}</legend>
            {all.map(({ name, title }) => (
              <Choice
                key={`${name} ${isShown(name)}`}
                type="checkbox"
                name={`column-${name}`}
                value="1"
                label={title}
                isChosen={isShown(name)}
              />
            ))}
          </fieldset>
          <Button variant="secondary" size="small" className="justify-self-start">
            {m.list_columns_save()}
          </Button>
        </SendForm>
      </ListTool>
      {Object.keys(kept).length > 0 && (
        <ListTool key={`${back} ${typedName}`} label={m.view_save()} isOpen={typedName !== ""}>
          <SendForm
            noValidate={false}
            action={page}
            className="grid max-w-md gap-1 pb-4"
            hidden={{ ...kept, do: "save-view", back }}
          >
            <label htmlFor="view-name" className="text-14 text-quiet">
              {m.view_name()}
            </label>
            <div className="flex gap-2">
              <input
                id="view-name"
                name="name"
                defaultValue={typedName}
                required
                maxLength={60}
                autoComplete="off"
                aria-describedby="view-note"
                className="min-h-11 min-w-0 grow rounded-sm border-2 border-line-strong bg-sunk px-3"
              />
              <Button variant="secondary" size="small">
                {m.view_save_now()}
              </Button>
            </div>
            <p id="view-note" className="text-14 text-quiet">
              {m.view_note()}
            </p>
          </SendForm>
        </ListTool>
      )}
    </>
  );
};
