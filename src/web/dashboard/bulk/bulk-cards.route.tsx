import { href } from "react-router";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { m } from "#i18n/compiled/messages.js";
import { takeRecords } from "#operations/bulk/read-run.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { RecordNumber } from "../../sheet/document-number.tsx";
import { pages } from "../../pages.ts";
import { PrintBar } from "../frame/print-bar.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import type { Route } from "./+types/bulk-cards.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ visit, portal, actor }) => {
    const { id } = args.params;
    const { operator, lookupPolicy, features } = await visit.settings();
    const cards = [];
    for await (const records of await takeRecords(portal, actor, id, "cards")) {
      cards.push(...records.map((record) => ({ id: record.id, name: record.name, number: record.passportNumber })));
    }
    return {
      id,
      cards,
      operator: operatorName(operator, portal.publicOrigin),
      licence: operator.licence,
      address: new URL(portal.publicOrigin).host,
      lookupPolicy,
      hasHolders: features.holders,
    };
  });

type Loaded = Route.ComponentProps["loaderData"];

/** Cards to cut out. Each one names operator and person, and says how to look up the record. */
export default function BulkCards({ loaderData }: Route.ComponentProps) {
  const { id, cards } = loaderData;
  return (
    <PageFrame title={m.bulk_cards()}>
      <PrintBar path={href(pages.bulkRun.path, { id })} label={m.bulk_cards_back()} />
      <ul className="sheet grid gap-3 rounded-md bg-surface p-5 text-ink sm:grid-cols-2 print:grid-cols-2 print:gap-0">
        {cards.map((card) => (
          <li
            key={card.id}
            className="grid content-start gap-1 border border-dashed border-line-strong p-4 break-inside-avoid"
          >
            <Card {...card} {...loaderData} />
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}

type CardProps = Loaded["cards"][number] &
  Pick<Loaded, "operator" | "licence" | "address" | "lookupPolicy" | "hasHolders">;

const howToLookUp = {
  open: m.bulk_card_how,
  guarded: m.bulk_card_how_guarded,
  code: m.bulk_card_how_code,
} satisfies Record<LookupPolicy, unknown>;

/** Nothing on the card looks official: no picture, no seal, no colours. */
const Card = ({ name, number, operator, licence, address, lookupPolicy, hasHolders }: CardProps) => (
  <>
    <p className="text-14">
      <span className="font-semibold">{operator}</span>
      {licence && ` · ${m.licence({ licence })}`}
    </p>
    <p className="mt-1 text-18 font-semibold wrap-anywhere">
      <bdi>{name}</bdi>
    </p>
    <p>
      {m.passport_number()}: <RecordNumber number={number} />
    </p>
    <p className="mt-1 text-14">{howToLookUp[lookupPolicy]({ address, operator })}</p>
    {hasHolders && <p className="text-14">{m.bulk_card_own_page({ address, operator })}</p>}
    <p className="text-14 text-quiet">
      {m.not_government({ operator })} {m.bulk_card_is_no_document()}
    </p>
  </>
);
