import { href, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "#design/page/keys.ts";
import { pages } from "../../pages.ts";

/** `back` is the list as it is, to which the page leads back. */
const withBack = (path: string, back: string) => path + (back && `?${new URLSearchParams({ back }).toString()}`);

export const recordAddress = (id: string, back = ""): string => withBack(href(pages.record.path, { id }), back);

export const updateAddress = (id: string, back = ""): string => withBack(href(pages.updateRecord.path, { id }), back);

type UpdateLinkProps = { id: string; name: string; label?: string; back?: string; className: string };

export const UpdateLink = ({ id, name, label = m.update_record(), back, className }: UpdateLinkProps) => (
  <Link to={updateAddress(id, back)} className={className} {...keyed("e", label)}>
    {label}
    <span className="sr-only"> {name}</span>
  </Link>
);

/** A link to another record. It opens in another window, so that nothing typed is lost. */
export const OtherRecordLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={recordAddress(id)} target="_blank" className="inline-flex min-h-11 items-center">
    {m.see_record_of({ name })}
  </Link>
);

/** The page on which a record is approved or sent back. With `run` it leads on to the next record of that bulk run. */
export const decideAddress = (id: string, run: string | null = null): string =>
  href(pages.decide.path, { id }) + (run === null ? "" : `?${new URLSearchParams({ run }).toString()}`);
