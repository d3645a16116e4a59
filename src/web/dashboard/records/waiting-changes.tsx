import type { DocumentPage } from "#core/records/record-details.ts";
import { m } from "#i18n/compiled/messages.js";
import { pageTitle } from "#i18n/document-titles.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { PageImage } from "../../sheet/page-image.tsx";
import { pages } from "../../pages.ts";

type Changed<Value> = { field: string; by: string; old: Value; wanted: Value };

export type ShownChanges = {
  /** The state of a revision. Null for a record that itself waits, and that somebody edited. If damaged, the rest is empty. */
  state: "waiting" | "returned" | "damaged" | null;
  /** Why it was sent back. */
  reason: string;
  names: string;
  since: string;
  texts: readonly (Changed<string> & { label: string })[];
  papers: readonly (Changed<readonly DocumentPage[]> & { title: string })[];
  /** True if this person made a part of it. */
  isOwnPart: boolean;
};

/** Shows old beside new, field by field and paper by paper. */
export const WaitingChanges = ({ state, reason, names, since, texts, papers }: ShownChanges) => (
  <section aria-labelledby="changes" className="grid gap-4">
    <div className="grid max-w-prose gap-1">
      <h2 id="changes" className="text-22">
        {titles[state ?? "before"]()}
      </h2>
      {reason !== "" && (
        <p className="border-s-4 border-alarm ps-4 font-semibold wrap-anywhere whitespace-pre-line">
          {m.sent_back_because({ reason })}
        </p>
      )}
      <p className="text-quiet">{introduction(state, names, since)}</p>
    </div>
    {state !== "damaged" && <OldAndNew {...{ state, texts, papers }} />}
  </section>
);

function introduction(state: ShownChanges["state"], names: string, date: string): string {
  if (state === "damaged") return m.changes_damaged_text();
  return state ? m.changes_text({ names, date }) : m.changes_before_text({ names });
}

const OldAndNew = ({ state, texts, papers }: Pick<ShownChanges, "state" | "texts" | "papers">) => (
  <table className="old-and-new">
    <thead>
      <tr>
        <th scope="col">{m.changes_field()}</th>
        <th scope="col">{oldWords(state)}</th>
        <th scope="col">{m.changes_new()}</th>
      </tr>
    </thead>
    <tbody>
      {texts.map(({ field, label, by, old, wanted }) => (
        <tr key={field}>
          <FieldName label={label} by={by} />
          <td data-head={oldWords(state)}>
            <Text text={old} />
          </td>
          <td data-head={m.changes_new()} className="font-semibold">
            <Text text={wanted} />
          </td>
        </tr>
      ))}
      {papers.map(({ field, title, by, old, wanted }) => (
        <tr key={field}>
          <FieldName label={title} by={by} />
          <td data-head={oldWords(state)}>
            <Pages title={title} pages={old} of={oldWords(state)} />
          </td>
          <td data-head={m.changes_new()}>
            <Pages title={title} pages={wanted} of={m.changes_new()} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const titles = {
  waiting: m.changes_title,
  returned: m.changes_returned_title,
  damaged: m.changes_damaged_title,
  before: m.changes_before_title,
};

const oldWords = (state: ShownChanges["state"]) => (state ? m.changes_old() : m.changes_old_before());

const FieldName = ({ label, by }: { label: string; by: string }) => (
  <th scope="row">
    {label}
    <span className="block text-14 font-normal text-quiet">{m.changes_by({ names: by })}</span>
  </th>
);

const Text = ({ text }: { text: string }) =>
  text === "" ? <span className="text-quiet">{m.left_empty()}</span> : <span className="wrap-anywhere">{text}</span>;

type PagesProps = { title: string; pages: readonly DocumentPage[]; of: string };

/** `of` says in the description of each picture whether it is the old or the new one. */
const Pages = ({ title, pages: shown, of }: PagesProps) =>
  shown.length === 0 ? (
    <span className="text-quiet">{m.changes_no_paper()}</span>
  ) : (
    <div className="flex flex-wrap gap-2">
      {shown.map((page, at) => (
        <PageImage
          key={page.image}
          page={page}
          grant={null}
          describedAs={`${pageTitle(title, at, shown.length)} (${of})`}
          saysWait={false}
        />
      ))}
    </div>
  );

type TakeBackProps = { id: string; name: string; version: number; here: string };

/** Whoever made a part of what waits may take it back, and then approve the rest. */
export const TakeMyPartBack = ({ id, name, version, here }: TakeBackProps) => (
  <div>
    <ActionButton
      action={pages.approval.path}
      fields={{ do: "take-back", id, version: String(version), back: here }}
      label={m.changes_take_back()}
      of={name}
      className={buttonClass({ variant: "secondary", size: "small" })}
    />
    <p className="mt-1 text-14 text-quiet">{m.changes_take_back_hint()}</p>
  </div>
);
