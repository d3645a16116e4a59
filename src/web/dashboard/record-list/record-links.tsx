import { href, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "#design/page/keys.ts";
import { pages } from "../../pages.ts";

/** Adds `back` to the path: the address of the list to which the page leads back. */
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

/** A link to another record. It opens in a new window, so that no typed values are lost. */
export const OtherRecordLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={recordAddress(id)} target="_blank" className="inline-flex min-h-11 items-center">
    {m.see_record_of({ name })}
  </Link>
);

/**
 * The path of the page that approves a record or sends it back. With `run`, the page leads on to the next record of
 * that bulk run.
 */
export const decideAddress = (id: string, run: string | null = null): string =>
  href(pages.decide.path, { id }) + (run === null ? "" : `?${new URLSearchParams({ run }).toString()}`);
