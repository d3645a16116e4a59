import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { type FlashMessage, wordsOf } from "./flash-messages.ts";
import { keyed } from "#design/page/keys.ts";
import { SamePersonNotice } from "../records/same-person.tsx";
import { TextLink } from "./text-link.tsx";

type FlashMessageLineProps = { flash: FlashMessage | null; page: string };

/** What has just happened: a toast for one second, and for as long as the page stays the way to take it back. */
export const FlashMessageLine = ({ flash, page }: FlashMessageLineProps) => (
  <>
    <div role="status" className="pointer-events-none fixed inset-x-0 top-4 z-20 hidden px-4 scripted:block">
      {flash && !staysInPage(flash.message) && <Toast key={flash.at} {...flash} />}
    </div>
    {flash && <LastAction {...flash} page={page} />}
    {flash && <SamePersonNotice others={flash.samePerson ?? []} />}
  </>
);

/** Nothing is said twice. */
const staysInPage = (message: FlashMessage["message"]) => lookOf(message) !== "done";

const Toast = ({ message, name }: FlashMessage) => (
  <div
    data-toast=""
    className="sheet mx-auto grid max-w-md animate-leave rounded-sm border border-line bg-surface px-4 py-3 text-ink [animation-delay:1s]"
  >
    <Sentence message={message} name={name} />
  </div>
);

/** Stands at the lower edge, so that no row moves from under the pointer; without scripts above the page. */
const looks = {
  done: "border-line-strong bg-raised py-1 pe-4 scripted:fixed scripted:bottom-4 scripted:z-10 scripted:shadow-lg",
  alert: "border-line-strong bg-raised py-1 pe-4 font-semibold",
  problem: "mb-5 border-alarm font-semibold text-alarm",
};

function lookOf(message: FlashMessage["message"]): keyof typeof looks {
  const { isProblem, isAlert } = wordsOf(message);
  if (isProblem) return "problem";
  return isAlert ? "alert" : "done";
}

function LastAction({ message, id, name, page }: FlashMessage & { page: string }) {
  const { undo, links = [] } = wordsOf(message);
  const stays = staysInPage(message);
  return (
    <div
      role={stays ? "alert" : undefined}
      data-flash={message}
      className={`mx-auto mb-5 flex max-w-6xl flex-wrap items-center gap-x-4 border-s-4 ps-4 print:hidden ${looks[lookOf(message)]} ${stays || undo ? "" : "scripted:hidden"}`}
    >
      <p className="py-2">
        <Sentence message={message} name={name} />
      </p>
      {links.map(({ label, address }) => (
        <WayOn key={address(id)} address={address(id)} label={label({ name })} />
      ))}
      {undo && (
        <ActionButton
          action={undo.action}
          fields={{ do: undo.does, id, back: page }}
          label={m.undo()}
          of={name}
          className="row-button min-h-11 font-semibold"
          {...keyed("z", m.undo())}
        />
      )}
    </div>
  );
}

/** A place on the same page is the browser's own affair: it takes the focus there. */
const WayOn = ({ address, label }: { address: string; label: string }) =>
  address.startsWith("#") ? (
    <a href={address} className="inline-flex min-h-11 items-center">
      {label}
    </a>
  ) : (
    <TextLink to={address} label={label} />
  );

function Sentence({ message, name }: Pick<FlashMessage, "message" | "name">) {
  const { title, text } = wordsOf(message);
  return (
    <>
      {title && <strong className="me-1 block">{title()}</strong>}
      <span>{text({ name })}</span>
    </>
  );
}
