import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { useClearedFlash } from "../../frame/flash/clear-flash.ts";
import { fading, type FlashMessage, wordsOf } from "../../frame/flash/flash-messages.ts";
import { FlashText } from "../../frame/flash/flash-text.tsx";
import { keyed } from "#design/page/keys.ts";
import { SamePersonNotice } from "../records/same-person.tsx";
import { TextLink } from "../frame/text-link.tsx";

type Flash = { flash: FlashMessage | null };

/**
 * The site tells a message until it was shown. If the page reads its data again, the message stays until one leaves the
 * page.
 */
export function useFlashOfVisit(told: FlashMessage | null): FlashMessage | null {
  const { key } = useLocation();
  const [{ flash, at, of }, setLast] = useState({ flash: told, at: told?.at, of: key });
  const isNew = told !== null && told.at !== at;
  if (isNew || key !== of) setLast({ flash: isNew ? told : null, at: told?.at ?? at, of: key });
  useClearedFlash(at);
  return flash;
}

/**
 * Says what was done, at the lower edge of the window, so that no row moves away from under the pointer. Without
 * scripts it stands above the page.
 */
export function LowerEdge({ flash, page }: Flash & { page: string }) {
  const edge = useRef<HTMLDivElement>(null);
  useRoomBelow(edge);
  return (
    <div ref={edge} role="status" className="lower-edge">
      {flash && !staysInPage(flash) && <PassingLine key={flash.at} {...flash} page={page} />}
    </div>
  );
}

/** Hides itself after it has faded out, so that it takes up no space. */
function PassingLine({ message, id, name, page }: FlashMessage & { page: string }) {
  const [isGone, setGone] = useState(false);
  const { undo, ...words } = wordsOf(message);
  return (
    <div
      data-flash={message}
      hidden={isGone}
      onAnimationEnd={() => setGone(true)}
      className={`lower-line ${fading(message)}`}
    >
      <FlashText {...words} name={name} className="py-2" />
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

/**
 * Keeps free space of the height of `edge` below the page, and below elements that stick to its lower edge, so that
 * `edge` covers nothing.
 */
function useRoomBelow(edge: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const keepRoom = () => style.setProperty("--lower-edge", `${edge.current?.offsetHeight ?? 0}px`);
    const sizes = new ResizeObserver(keepRoom);
    if (edge.current) sizes.observe(edge.current);
    return () => sizes.disconnect();
  }, [edge]);
}

/** True for problems and alerts: they stay above the page. LowerEdge leaves them out, so that nothing is said twice. */
const staysInPage = ({ message }: FlashMessage): boolean => {
  const { isProblem = false, isAlert = false } = wordsOf(message);
  return isProblem || isAlert;
};

export const FlashMessageLine = ({ flash }: Flash) => (
  <>
    {flash && staysInPage(flash) && <Message {...flash} />}
    {flash && <SamePersonNotice others={flash.samePerson ?? []} />}
  </>
);

function Message({ message, id, name }: FlashMessage) {
  const { isProblem, links = [], ...words } = wordsOf(message);
  const look = isProblem ? "border-alarm text-alarm" : "border-line-strong bg-raised py-1 pe-4";
  return (
    <div
      role="alert"
      data-flash={message}
      className={`mx-auto mb-5 flex max-w-6xl flex-wrap items-center gap-x-4 border-s-4 ps-4 font-semibold print:hidden ${look}`}
    >
      <FlashText {...words} name={name} className="py-2" />
      {links.map(({ label, address }) => (
        <WayOn key={address(id)} address={address(id)} label={label({ name })} />
      ))}
    </div>
  );
}

/** A link within the page is a plain link: the browser itself moves the focus to its target. */
const WayOn = ({ address, label }: { address: string; label: string }) =>
  address.startsWith("#") ? (
    <a href={address} className="inline-flex min-h-11 items-center">
      {label}
    </a>
  ) : (
    <TextLink to={address} label={label} />
  );
