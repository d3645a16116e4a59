import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { pictureOf } from "../../sheet/page-image.tsx";
import { EachPaper, MissingPapers, sheetOf, type StaffRecord, StaffSheet } from "./staff-record.tsx";

/** The width of a document that stands beside the sheet, as in the `sizes` attribute. */
export const paperSizes = "(width >= 56rem) 42rem, 80vw";

/**
 * Shows a whole record. The actions and the sheet stay in view on one side, beside the documents with which the user
 * compares them. On a phone the actions come last: a user who decides has then passed the documents.
 */
export const StaffRecordView = ({ record, children }: { record: StaffRecord; children: ReactNode }) => (
  <div className="record-view">
    <div className="beside-papers">
      <div className="shows-keys max-[56rem]:order-1">{children}</div>
      <StaffSheet {...sheetOf(record)} />
    </div>
    <ReadingPane record={record} />
  </div>
);

const idOf = (kind: AnyKind) => `paper-${kind}`;

/**
 * All documents in reading size, in a box that scrolls, and an index that leads to each of them. On a phone they are the
 * strip of the sheet.
 */
function ReadingPane({ record }: { record: StaffRecord }) {
  const pane = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const papers = () => [...(pane.current?.children ?? [])].filter((one) => one instanceof HTMLElement);
  /** The last one that begins above the middle of the pane. At the end it is the last one of all. */
  const seeWhere = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = pane.current ?? {};
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
    const begun = papers().filter(({ offsetTop }) => isAtEnd || offsetTop <= scrollTop + clientHeight / 2);
    setCurrent(Math.max(0, begun.length - 1));
  };
  const show = (at: number) => {
    pane.current?.scrollTo({ top: papers()[at]?.offsetTop ?? 0 });
    setCurrent(at);
  };
  const { documents } = record;
  return (
    <section className="reading">
      <h3 className="sr-only">{m.documents_heading()}</h3>
      {documents.length > 1 && <PaperIndex {...{ documents, current, show }} />}
      {documents.length > 0 && (
        <ul ref={pane} className="papers" onScroll={seeWhere}>
          <EachPaper {...{ record, idOf }} sizes={paperSizes} />
        </ul>
      )}
      <MissingPapers record={record} />
    </section>
  );
}

type PaperIndexProps = Pick<StaffRecord, "documents"> & { current: number; show: (at: number) => void };

/** Without scripts, the links lead to their documents by themselves. "j" and "k" move along them. */
function PaperIndex({ documents, current, show }: PaperIndexProps) {
  const index = useRef<HTMLElement>(null);
  useEffect(() => {
    const [box, link] = [index.current, index.current?.querySelectorAll("a")[current]];
    if (box && link) box.scrollTo(link.offsetLeft - box.clientWidth / 2, link.offsetTop - box.clientHeight / 2);
  }, [current]);
  const onClick = (at: number) => (event: MouseEvent) => {
    event.preventDefault();
    show(at);
  };
  const onFocus = (at: number) => (event: FocusEvent) => event.currentTarget.matches(":focus-visible") && show(at);
  return (
    <nav ref={index} aria-label={m.documents_heading()} className="paper-index">
      <ol>
        {documents.map(({ kind, title, pages: [first] }, at) => (
          <li key={kind} data-row="">
            <a
              href={`#${idOf(kind)}`}
              aria-current={at === current ? "location" : undefined}
              onClick={onClick(at)}
              onFocus={onFocus(at)}
            >
              {first && <img src={pictureOf(first, null).src} alt="" loading="lazy" decoding="async" />}
              <bdi>{title}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
