import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { messageCount } from "#i18n/written.ts";
import { holdersOfRun, offerLinksOfRun } from "#operations/holders/links-of-run.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { CopyButton } from "#design/form/copy-button.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { PrintBar } from "../frame/print-bar.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import type { Route } from "./+types/holder-cards.route.ts";
import { HolderCard } from "./holder-card.tsx";
import { shownCode, siteOf } from "./shown-code.server.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const { id } = args.params;
    const { withoutLink, offered, bound } = await holdersOfRun(portal, actor, id);
    const namesOf = (holders: readonly { name: string }[]) => holders.map(({ name }) => name);
    return { id, withoutLink: namesOf(withoutLink), offered: namesOf(offered), bound: namesOf(bound) };
  });

/** The cards are in the response itself, because their codes are shown only once. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ visit, portal, actor, form }) => {
    const { operator } = await visit.settings();
    const made = await offerLinksOfRun(portal, actor, args.params.id, { again: form["do"] === "again" });
    return {
      cards: made.map(({ id, name, code }) => ({ id, name, ...shownCode(portal, code) })),
      ...siteOf(portal, operator),
    };
  });

type Made = Extract<NonNullable<Route.ComponentProps["actionData"]>, { cards: unknown }>;

/**
 * The links as texts for mails and messages. The site stores no holder's contact address; staff have those elsewhere.
 */
function Texts({ cards, operator }: Pick<Made, "cards" | "operator">) {
  const rows = cards.map(({ id, name, address: link, ends }) => ({
    id,
    name,
    text: m.holder_link_message({ operator, link, ends }),
  }));
  const table = rows.map(({ name, text }) => `${name}\t${text}`).join("\n");
  return (
    <details className="screen-only max-w-prose">
      <summary className="min-h-11 cursor-pointer py-2.5">{m.holder_cards_texts()}</summary>
      <p className="pb-3">{m.holder_cards_texts_text()}</p>
      <CopyButton
        label={m.holder_cards_texts_copy()}
        text={table}
        copied={m.copied_text()}
        refused={m.copy_text_refused()}
      />
      <dl className="grid gap-3 pt-3">
        {rows.map(({ id, name, text }) => (
          <div key={id}>
            <dt className="font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </dt>
            <dd className="wrap-anywhere select-all">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The holder's cards of many records, several on a sheet, to be cut out. */
export default function HolderCards({ loaderData, actionData }: Route.ComponentProps) {
  const { id, withoutLink, offered, bound } = loaderData;
  return (
    <FormPage title={m.holder_cards_title()} answer={actionData}>
      {(result) => {
        const made = result && "cards" in result ? result : undefined;
        const { problem } = shownForm(result && "values" in result ? result : undefined, []);
        return (
          <>
            <PrintBar path={href(pages.bulkRun.path, { id })} label={m.bulk_cards_back()} />
            {problem && <Alarm takesFocus>{problem}</Alarm>}
            {made && <p className="screen-only max-w-prose">{m.holder_cards_once()}</p>}
            <Offer names={withoutLink} does="make" text={m.holder_cards_text()} label={m.holder_cards_make} />
            {!made && (
              <Offer names={offered} does="again" text={m.holder_cards_again_text()} label={m.holder_cards_again} />
            )}
            {bound.length > 0 && (
              <p className="screen-only max-w-prose">{m.holder_cards_bound({ names: bound.join(", ") })}</p>
            )}
            {made && <Cards {...made} />}
          </>
        );
      }}
    </FormPage>
  );
}

type OfferProps = {
  names: readonly string[];
  does: "make" | "again";
  text: string;
  label: (count: ReturnType<typeof messageCount>) => string;
};

const Offer = ({ names, does, text, label }: OfferProps) =>
  names.length > 0 && (
    <SendForm className="screen-only grid max-w-prose justify-items-start gap-3">
      <p>{text}</p>
      <p className="wrap-anywhere">{names.join(", ")}</p>
      <Button size="small" variant={does === "make" ? "primary" : "secondary"} name="do" value={does}>
        {label(messageCount(names.length))}
      </Button>
    </SendForm>
  );

const Cards = (made: Made) =>
  made.cards.length > 0 && (
    <>
      <ul className="sheet grid gap-3 rounded-md bg-surface p-5 text-ink sm:grid-cols-2 print:grid-cols-2 print:gap-0">
        {made.cards.map(({ id, ...card }) => (
          <li key={id} className="border border-dashed border-line-strong p-4 break-inside-avoid">
            <HolderCard {...card} operator={made.operator} page={made.page} />
          </li>
        ))}
      </ul>
      <Texts {...made} />
    </>
  );
