import { href } from "react-router";
import { printedCode } from "#core/holders/codes.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenTime } from "#i18n/written.ts";
import { holderAddress } from "#operations/holders/holder-links.ts";
import { holdersOfRun, offerLinksOfRun } from "#operations/holders/links-of-run.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { CopyButton } from "#design/form/copy-button.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { PrintBar } from "../frame/print-bar.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import type { Route } from "./+types/holder-cards.route.ts";
import { HolderCard } from "./holder-card.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ visit, portal, actor }) => {
    const { id } = args.params;
    const { operator } = await visit.settings();
    const { cards, withoutLink, bound } = await holdersOfRun(portal, actor, id);
    return {
      id,
      operator: operatorName(operator, portal.publicOrigin),
      page: `${new URL(portal.publicOrigin).host}${pages.myRecord.path}`,
      cards: cards.map(({ id: record, name, code, endsAt }) => ({
        id: record,
        name,
        code: printedCode(code),
        address: holderAddress(portal, printedCode(code)),
        ends: writtenTime(endsAt),
      })),
      withoutLink: withoutLink.map(({ name }) => name),
      bound: bound.map(({ name }) => name),
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page: href(pages.holderCards.path, args.params),
    buttons: {
      make: {
        flash: "holder-links-made",
        work: (portal, actor) => offerLinksOfRun(portal, actor, args.params.id),
      },
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormOnFailure(args);

/**
 * The links as texts for mails and messages. The site stores no holder's contact address; staff have those elsewhere.
 */
function Texts({ cards, operator }: Pick<Route.ComponentProps["loaderData"], "cards" | "operator">) {
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
            <dt className="font-semibold wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere select-all">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The holder's cards of many records, several on a sheet, to be cut out. */
export default function HolderCards({ loaderData, actionData }: Route.ComponentProps) {
  const { id, cards, withoutLink, bound, operator, page } = loaderData;
  return (
    <FormPage title={m.holder_cards_title()} answer={actionData}>
      <PrintBar path={href(pages.bulkRun.path, { id })} label={m.bulk_cards_back()} />
      {withoutLink.length > 0 && (
        <div className="screen-only grid max-w-prose justify-items-start gap-3">
          <p>{m.holder_cards_text()}</p>
          <p className="wrap-anywhere">{withoutLink.join(", ")}</p>
          <ActionButton
            action={href(pages.holderCards.path, { id })}
            fields={{ do: "make" }}
            label={m.holder_cards_make(messageCount(withoutLink.length))}
            of=""
            className={buttonClass({ size: "small" })}
          />
        </div>
      )}
      {bound.length > 0 && (
        <p className="screen-only max-w-prose">{m.holder_cards_bound({ names: bound.join(", ") })}</p>
      )}
      {cards.length > 0 && (
        <ul className="sheet grid gap-3 rounded-md bg-surface p-5 text-ink sm:grid-cols-2 print:grid-cols-2 print:gap-0">
          {cards.map(({ id: record, ...card }) => (
            <li key={record} className="border border-dashed border-line-strong p-4 break-inside-avoid">
              <HolderCard {...card} {...{ operator, page }} />
            </li>
          ))}
        </ul>
      )}
      {cards.length > 0 && <Texts {...loaderData} />}
    </FormPage>
  );
}
