import { useRef, useState } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { idOf, type Scan, type SendUpload } from "./send-upload.ts";
import { sendingLine } from "./sending-line.ts";
import type { ShownForm, ShownUpload } from "./shown-form.ts";

/** On a slow line few at a time come sooner than many. */
const sentAtOnce = 3;

export type Uploads = ReturnType<typeof useUploads>;

/** The scans of a form, and what one can do with them. */
export function useUploads(form: ShownForm, send: SendUpload) {
  const [scans, setUploads] = useState(() => scansOf(form));
  const [line] = useState(() => sendingLine(sentAtOnce));
  const givingUp = useRef(new Map<string, AbortController>());
  const change = (key: string, part: Partial<Scan>) =>
    setUploads((all) => all.map((scan) => (scan.key === key ? { ...scan, ...part } : scan)));
  const giveUp = (key: string) => givingUp.current.get(key)?.abort();

  const sendNow = (key: string, file: Blob, kind: DocumentKind | null) => {
    giveUp(key);
    const giving = new AbortController();
    givingUp.current.set(key, giving);
    const { signal } = giving;
    const onStep = (step: Scan["step"]) => !signal.aborted && change(key, { step });
    const use = kind === "photo" ? "portrait" : "paper";
    void line(async () => {
      if (!signal.aborted) await send(file, { use, onStep, signal });
    });
  };

  return {
    scans,
    /** Of two for the same paper the later one counts. */
    scanFor: (kind: DocumentKind) => scans.findLast((scan) => scan.kind === kind),
    loose: scans.filter(({ kind }) => kind === null),
    add: (files: readonly File[], kind: DocumentKind | null) => {
      // The browser tells of a choice that the page has taken by itself already: nothing is chosen in place of it.
      if (files.length === 0) return;
      const added = files.map((file) => arriving(file, kind));
      setUploads((all) => [...without(all, kind), ...added]);
      for (const { key, file } of added) if (file) sendNow(key, file, kind);
    },
    /** The same scan, turned or cropped. */
    replace: ({ key, kind, name }: Scan, file: Blob) => {
      change(key, { file, name, step: { step: "queued" }, isStored: false, pages: 1 });
      sendNow(key, file, kind);
    },
    retry: ({ key, file, kind }: Scan) => {
      change(key, { step: { step: "queued" } });
      if (file) sendNow(key, file, kind);
    },
    sort: ({ key }: Scan, kind: DocumentKind) => {
      setUploads((all) => without(all, kind).map((scan) => (scan.key === key ? { ...scan, kind } : scan)));
    },
    /** It was taken for another paper than it is. */
    unsort: ({ key }: Scan) => change(key, { kind: null, isTakenAway: false }),
    remove: ({ key }: Scan) => {
      giveUp(key);
      setUploads((all) => all.filter((scan) => scan.key !== key));
    },
    takeAway: ({ key }: Scan, isTakenAway: boolean) => change(key, { isTakenAway }),
    /** The site does not have these any more. */
    lose: (ids: readonly string[]) => {
      const gone = { step: "failed", problem: "image-gone", canRetry: true } as const;
      setUploads((all) => all.map((scan) => (ids.includes(idOf(scan) ?? "") ? { ...scan, step: gone } : scan)));
    },
  };
}

/** What the record has already stands below until the other one is saved. */
const without = (all: readonly Scan[], kind: DocumentKind | null): Scan[] =>
  all.filter((scan) => kind === null || scan.kind !== kind || scan.isStored);

const arriving = (file: File, kind: DocumentKind | null): Scan => ({
  key: crypto.randomUUID(),
  kind,
  name: file.name,
  file,
  step: { step: "queued" },
  pages: 1,
  isStored: false,
  isTakenAway: false,
});

function scansOf({ papers, loose }: ShownForm): Scan[] {
  const kinds = Object.entries(papers) as [DocumentKind, ShownUpload][];
  return [...kinds.map(([kind, scan]) => there(scan, kind)), ...loose.map((scan) => there(scan, null))];
}

const there = ({ id, ...scan }: ShownUpload, kind: DocumentKind | null): Scan => ({
  ...scan,
  key: `${id} ${kind}`,
  kind,
  name: "",
  file: null,
  step: { step: "done", id },
});
