import { useEffect, useRef, useState } from "react";
import { idOf, sendImage, type Upload } from "./send-image.ts";

export type ShownUpload = {
  id: string;
  pages: number;
  /** It is stored with what the form is about, and stays unless another one is chosen. */
  isStored: boolean;
  isTakenAway: boolean;
};

/** The files of a form: those of which it is known what they are, and the others. */
type ShownFiles<Kind extends string> = {
  documents: Partial<Record<Kind, ShownUpload>>;
  unsorted: readonly ShownUpload[];
};

/** On a slow line few at a time come sooner than many. */
const sentAtOnce = 3;

export type Uploads<Kind extends string> = ReturnType<typeof useUploads<Kind>>;

/** The files of a form, also those on their way, and what one can do with them. */
export function useUploads<Kind extends string>(form: ShownFiles<Kind>) {
  const [uploads, setUploads] = useState(() => uploadsOf(form));
  const change = (key: string, part: Partial<Upload<Kind>>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const { sendNow, abort } = useSending((key, step) => change(key, { step }));

  return {
    all: uploads,
    /** Of two for the same document the later one counts. */
    of: (kind: Kind) => uploads.findLast((upload) => upload.kind === kind),
    unsorted: uploads.filter(({ kind }) => kind === null),
    add: (files: readonly File[], kind: Kind | null) => {
      // The browser fires the event once more after the page took the files and emptied the field.
      if (files.length === 0) return;
      for (const upload of uploads.filter((one) => isReplaced(one, kind))) abort(upload.key);
      const added = files.map((file) => ({ file, upload: queued(file, kind) }));
      setUploads((all) => [...without(all, kind), ...added.map(({ upload }) => upload)]);
      for (const { upload, file } of added) sendNow(upload, file);
    },
    /** The same document, turned or cropped. */
    replace: (upload: Upload<Kind>, file: Blob) => {
      change(upload.key, { file, step: { step: "queued" }, isStored: false, pages: 1 });
      sendNow(upload, file);
    },
    retry: (upload: Upload<Kind>) => {
      change(upload.key, { step: { step: "queued" } });
      if (upload.file) sendNow(upload, upload.file);
    },
    sort: ({ key }: Upload<Kind>, kind: Kind) => {
      setUploads((all) => without(all, kind).map((upload) => (upload.key === key ? { ...upload, kind } : upload)));
    },
    /** It was taken for another document than it is. */
    unsort: ({ key }: Upload<Kind>) => change(key, { kind: null, isTakenAway: false }),
    remove: ({ key }: Upload<Kind>) => {
      abort(key);
      setUploads((all) => all.filter((upload) => upload.key !== key));
    },
    takeAway: ({ key }: Upload<Kind>, isTakenAway: boolean) => change(key, { isTakenAway }),
    /** The site does not have these any more. */
    lose: (ids: readonly string[]) => {
      const step = { step: "failed", problem: "image-gone", canRetry: true } as const;
      setUploads((all) => all.map((upload) => (ids.includes(idOf(upload) ?? "") ? { ...upload, step } : upload)));
    },
  };
}

/** Sends files. One that is replaced, or whose form is left, stops on its way. */
function useSending(onStep: (key: string, step: Upload["step"]) => void) {
  const [line] = useState(() => sendingLine(sentAtOnce));
  const sending = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = sending;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);
  const abort = (key: string) => sending.current.get(key)?.abort();
  const sendNow = ({ key, kind }: Upload, file: Blob) => {
    abort(key);
    const controller = new AbortController();
    sending.current.set(key, controller);
    const { signal } = controller;
    const use = kind === "photo" ? "portrait" : "paper";
    void line(async () => {
      if (signal.aborted) return;
      await sendImage(file, { use, onStep: (step) => !signal.aborted && onStep(key, step), signal });
    });
  };
  return { sendNow, abort };
}

/** What is stored already stays in the list until the other one is saved. */
const isReplaced = <Kind>(upload: Upload<Kind>, kind: Kind | null): boolean =>
  kind !== null && upload.kind === kind && !upload.isStored;

const without = <Kind>(all: readonly Upload<Kind>[], kind: Kind | null): Upload<Kind>[] =>
  all.filter((upload) => !isReplaced(upload, kind));

const queued = <Kind>(file: File, kind: Kind | null): Upload<Kind> => ({
  key: crypto.randomUUID(),
  kind,
  name: file.name,
  file,
  step: { step: "queued" },
  pages: 1,
  isStored: false,
  isTakenAway: false,
});

function uploadsOf<Kind extends string>({ documents, unsorted }: ShownFiles<Kind>): Upload<Kind>[] {
  const sorted = Object.entries(documents) as [Kind, ShownUpload][];
  return [...sorted.map(([kind, shown]) => there(shown, kind)), ...unsorted.map((shown) => there<Kind>(shown, null))];
}

const there = <Kind>({ id, ...shown }: ShownUpload, kind: Kind | null): Upload<Kind> => ({
  ...shown,
  key: `${id} ${String(kind)}`,
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
