import { useRef, useState } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { idOf, sendImage, type Upload } from "../uploads/send-image.ts";
import type { ShownDocument, ShownForm } from "./shown-form.ts";

/** On a slow line few at a time come sooner than many. */
const sentAtOnce = 3;

export type Uploads = ReturnType<typeof useUploads>;

/** The documents of a form and the files on their way, and what one can do with them. */
export function useUploads(form: ShownForm) {
  const [uploads, setUploads] = useState(() => uploadsOf(form));
  const [line] = useState(() => sendingLine(sentAtOnce));
  const sending = useRef(new Map<string, AbortController>());
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const abort = (key: string) => sending.current.get(key)?.abort();

  const sendNow = ({ key, kind }: Upload, file: Blob) => {
    abort(key);
    const controller = new AbortController();
    sending.current.set(key, controller);
    const { signal } = controller;
    const onStep = (step: Upload["step"]) => !signal.aborted && change(key, { step });
    const use = kind === "photo" ? "portrait" : "paper";
    void line(async () => {
      if (!signal.aborted) await sendImage(file, { use, onStep, signal });
    });
  };

  return {
    all: uploads,
    /** Of two for the same document the later one counts. */
    of: (kind: DocumentKind) => uploads.findLast((upload) => upload.kind === kind),
    unsorted: uploads.filter(({ kind }) => kind === null),
    add: (files: readonly File[], kind: DocumentKind | null) => {
      // The browser tells of a choice that the page has taken by itself already: nothing is chosen in place of it.
      if (files.length === 0) return;
      const added = files.map((file) => ({ file, upload: queued(file, kind) }));
      setUploads((all) => [...without(all, kind), ...added.map(({ upload }) => upload)]);
      for (const { upload, file } of added) sendNow(upload, file);
    },
    /** The same document, turned or cropped. */
    replace: (upload: Upload, file: Blob) => {
      change(upload.key, { file, step: { step: "queued" }, isStored: false, pages: 1 });
      sendNow(upload, file);
    },
    retry: (upload: Upload) => {
      change(upload.key, { step: { step: "queued" } });
      if (upload.file) sendNow(upload, upload.file);
    },
    sort: ({ key }: Upload, kind: DocumentKind) => {
      setUploads((all) => without(all, kind).map((upload) => (upload.key === key ? { ...upload, kind } : upload)));
    },
    /** It was taken for another document than it is. */
    unsort: ({ key }: Upload) => change(key, { kind: null, isTakenAway: false }),
    remove: ({ key }: Upload) => {
      abort(key);
      setUploads((all) => all.filter((upload) => upload.key !== key));
    },
    takeAway: ({ key }: Upload, isTakenAway: boolean) => change(key, { isTakenAway }),
    /** The site does not have these any more. */
    lose: (ids: readonly string[]) => {
      const step = { step: "failed", problem: "image-gone", canRetry: true } as const;
      setUploads((all) => all.map((upload) => (ids.includes(idOf(upload) ?? "") ? { ...upload, step } : upload)));
    },
  };
}

/** What the record has already stands below until the other one is saved. */
const without = (all: readonly Upload[], kind: DocumentKind | null): Upload[] =>
  all.filter((upload) => kind === null || upload.kind !== kind || upload.isStored);

const queued = (file: File, kind: DocumentKind | null): Upload => ({
  key: crypto.randomUUID(),
  kind,
  name: file.name,
  file,
  step: { step: "queued" },
  pages: 1,
  isStored: false,
  isTakenAway: false,
});

function uploadsOf({ documents, unsorted }: ShownForm): Upload[] {
  const sorted = Object.entries(documents) as [DocumentKind, ShownDocument][];
  return [...sorted.map(([kind, shown]) => there(shown, kind)), ...unsorted.map((shown) => there(shown, null))];
}

const there = ({ id, ...shown }: ShownDocument, kind: DocumentKind | null): Upload => ({
  ...shown,
  key: `${id} ${kind}`,
  kind,
  name: "",
  file: null,
  step: { step: "done", id },
});

/** Lets so many tasks run at a time; the others wait in their order. */
export function sendingLine(atMost: number) {
  let free = atMost;
  const waiting: (() => void)[] = [];
  const handOn = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (task: () => Promise<unknown>): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      await task();
    } finally {
      handOn();
    }
  };
}
