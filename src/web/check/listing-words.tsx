import { m } from "#i18n/compiled/messages.js";
import type { ListingKind } from "#verify/register.ts";
import { WithBlanks } from "./with-blanks.tsx";

type ListingText = { title: string; text: string };

const listings = (): Record<ListingKind, ListingText> => {
  const [register, agency, origin, date] = ["|register|", "|agency|", "|origin|", "|ended|"];
  return {
    listed: { title: m.check_listed({ register }), text: m.check_listed_text({ agency }) },
    ended: {
      title: m.check_listing_ended({ register }),
      text: m.check_listing_ended_text({ agency, date }),
    },
    "another-key": {
      title: m.check_another_key({ agency }),
      text: m.check_another_key_text({ register }),
    },
    "another-address": {
      title: m.check_another_address({ agency }),
      text: m.check_another_address_text({ register, origin }),
    },
    "not-listed": {
      title: m.check_not_listed({ register }),
      text: m.check_not_listed_text({ register }),
    },
    stale: { title: m.check_list_stale({ register }), text: m.check_list_stale_text({ register }) },
    altered: {
      title: m.check_list_altered({ register }),
      text: m.check_list_altered_text({ register }),
    },
  };
};

/** Nothing is wrong with the agency, as far as the list tells. */
const isCalm = new Set(["listed", "stale"]);

/** What a register tells. The script keeps what applies. */
export const ListingWords = () => (
  <section className="grid gap-1">
    {Object.entries(listings()).map(([kind, { title, text }]) => (
      <div key={kind} data-case={kind} className="grid gap-1">
        <h3 className={`text-18 wrap-anywhere ${isCalm.has(kind) ? "" : "text-alarm"}`}>
          <WithBlanks words={title} />
        </h3>
        <p className="wrap-anywhere">
          <WithBlanks words={text} />
        </p>
      </div>
    ))}
    <p data-case="list" className="text-16 text-quiet">
      <WithBlanks words={m.check_list_read({ signed: "|signed|", read: "|read|" })} />
    </p>
    <p data-case="list-old" className="text-16 text-quiet">
      {m.check_list_old()}
    </p>
  </section>
);
