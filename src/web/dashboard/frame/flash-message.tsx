import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { type NoticeId, notices } from "../../account/form/notice.tsx";
import { type FlashMessage, wordsOf } from "./flash-messages.ts";
import { keyed } from "#design/page/keys.ts";
import { SamePersonNotice } from "../records/same-person.tsx";
import { TextLink } from "./text-link.tsx";

type EdgeMessages = { flash: FlashMessage | null; notice: NoticeId | null };

type LowerEdgeProps = EdgeMessages & { page: string };

/**
 * Says what was done, at the lower edge of the window, so that no row moves away from under the pointer. Without
 * scripts it stands above the page.
 */
export function LowerEdge({ flash, notice, page }: LowerEdgeProps) {
  const edge = useRef<HTMLDivElement>(null);
  useRoomBelow(edge);
  const done = flash && !staysInPage(flash) ? flash : null;
  return (
    <div ref={edge} role="status" className="lower-edge">
      {done && <DoneLine key={done.at} {...done} page={page} />}
      {!done && notice && <NoticeLine id={notice} />}
    </div>
  );
}

/** Fades out after a second, unless the action can be undone. */
function DoneLine({ message, id, name, page }: FlashMessage & { page: string }) {
  const { undo, ...words } = wordsOf(message);
  return (
    <PassingLine stays={undo !== undefined} className="scripted:[animation-delay:1s]" data-flash={message}>
      <Sentence {...words} name={name} />
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
    </PassingLine>
  );
}

const NoticeLine = ({ id }: { id: NoticeId }) => (
  <PassingLine data-notice="">
    <Sentence {...notices[id]} name="" />
  </PassingLine>
);

type PassingLineProps = {
  stays?: boolean;
  className?: string;
  "data-flash"?: string;
  "data-notice"?: string;
  children: ReactNode;
};

/** Hides itself after it has faded out, so that it takes up no space. */
function PassingLine({ stays = false, className = "", children, ...mark }: PassingLineProps) {
  const [isGone, setGone] = useState(false);
  return (
    <div
      {...mark}
      hidden={isGone}
      onAnimationEnd={() => setGone(true)}
      className={stays ? "lower-line" : `lower-line scripted:animate-leave ${className}`}
    >
      {children}
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

export const FlashMessageLine = ({ flash }: Pick<EdgeMessages, "flash">) => (
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
      <Sentence {...words} name={name} />
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

type SentenceProps = { title?: () => string; text: (names: { name: string }) => string; name: string };

const Sentence = ({ title, text, name }: SentenceProps) => (
  <p className="min-w-0 py-2 wrap-anywhere">
    {title && <strong className="me-1 block">{title()}</strong>}
    <span>{text({ name })}</span>
  </p>
);
