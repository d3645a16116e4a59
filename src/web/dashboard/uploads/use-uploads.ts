import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { idOf, isUploading, mayBeSentAgain, sendImage, type Upload } from "./send-image.ts";
import {
  chosen,
  confirmed,
  filesOf,
  kept,
  movedUp,
  nameOf,
  replaced,
  type ShownFiles,
  unsorted,
  uploadsOf,
} from "./upload-list.ts";

/** How many files are sent at a time. On a slow connection, a few at a time arrive sooner than many. */
const sentAtOnce = 3;

export type Uploads<Kind extends string> = ReturnType<typeof useUploads<Kind>>;

/**
 * The files of a form, including those being sent, and the actions on them. `saveNames` tries to save the form with the
 * names of its files before their first byte is sent. A failure keeps no file back.
 */
export function useUploads<Kind extends string>(form: ShownFiles<Kind>, saveNames?: () => Promise<void>) {
  const { opened, uploads, setUploads, changeEach, ...listActions } = useUploadList(form);
  const change = (key: string, part: Partial<Upload<Kind>>) => changeEach((upload) => upload.key === key && part);
  const isNamed = useNamesFirst(uploads, saveNames);
  const { sendNow, abort } = useSending(isNamed, (key, step) => change(key, { step }));
  useAskBeforeLeaving(uploads.some((upload) => isUploading(upload) || mayBeSentAgain(upload)));
  const guessed = (key: string, guess: Kind | null) =>
    changeEach(
      (upload) =>
        upload.key === key && { step: { step: "queued" }, guess: upload.kind ? null : (upload.guess ?? guess) },
    );
  /** Adds all files to the list at once, so that a form that is sent waits for all of them. */
  const addAll = (files: readonly File[], kind: Kind | null, others: (all: Upload<Kind>[]) => Upload<Kind>[]) => {
    const added = files.map((file) => ({ file, upload: chosen(file, kind) }));
    setUploads((all) => [...others(all), ...added.map(({ upload }) => upload)]);
    return added;
  };

  return {
    ...listActions,
    all: uploads,
    of: (kind: Kind) => filesOf(uploads, kind),
    /** True if the document has new files, or other files than when the form was opened. */
    isChanged: (kind: Kind) => {
      const files = filesOf(uploads, kind);
      return files.some(({ isStored }) => !isStored) || String(keysOf(files)) !== String(keysOf(filesOf(opened, kind)));
    },
    unsorted: uploads.filter(({ kind }) => kind === null),
    /** Adds files to a document. They replace its files, or with `isBehind` follow them. */
    add: (files: readonly File[], kind: Kind, { isBehind = false } = {}) => {
      // The browser fires the event once more after the page has taken the files and emptied the field.
      if (files.length === 0) return;
      if (!isBehind) for (const { key } of filesOf(uploads, kind)) abort(key);
      const place = isBehind ? kept : replaced;
      for (const { upload, file } of addAll(files, kind, (all) => place(all, kind))) void sendNow(upload, file);
    },
    /** Adds files whose kind the user has to confirm. */
    addUnsorted: (files: readonly File[], guessOf: (file: File) => Promise<Kind | null>) => {
      for (const { upload, file } of addAll(files, null, (all) => all)) {
        const guess = guessOf(file);
        void guess.then((kind) => guessed(upload.key, kind));
        void sendNow(upload, file, guess);
      }
    },
    /** Replaces a file with its turned or cropped version, or one that did not arrive with the one chosen again. */
    replace: (upload: Upload<Kind>, file: Blob) => {
      const name = file instanceof File ? nameOf(file) : upload.name;
      change(upload.key, { file, name, step: { step: "queued" }, isStored: false, pages: 1 });
      void sendNow(upload, file);
    },
    retry: (upload: Upload<Kind>) => {
      change(upload.key, { step: { step: "queued" } });
      if (upload.file) void sendNow(upload, upload.file);
    },
    remove: ({ key }: Upload<Kind>) => {
      abort(key);
      setUploads((all) => all.filter((upload) => upload.key !== key));
    },
  };
}

/** The list of uploads, and the actions that change it without sending anything. */
function useUploadList<Kind extends string>(form: ShownFiles<Kind>) {
  const [opened] = useState(() => uploadsOf(form));
  const [uploads, setUploads] = useState(opened);
  const changeEach = (part: (upload: Upload<Kind>) => Partial<Upload<Kind>> | false) =>
    setUploads((all) => all.map((upload) => ({ ...upload, ...part(upload) })));
  return {
    opened,
    uploads,
    setUploads,
    changeEach,
    guess: (those: readonly Upload<Kind>[], guess: Kind | null) =>
      changeEach(({ key }) => those.some((upload) => upload.key === key) && { guess }),
    confirm: () => setUploads(confirmed),
    /** For files that were sorted as the wrong document. */
    unsort: (kind: Kind) => setUploads((all) => unsorted(all, kind)),
    /** Moves a file one place earlier in its document. */
    moveUp: (upload: Upload<Kind>) => setUploads((all) => movedUp(all, upload)),
    takeAway: (kind: Kind, isTakenAway: boolean) => changeEach((upload) => upload.kind === kind && { isTakenAway }),
    /** Marks uploads that the site no longer has. */
    lose: (ids: readonly string[]) => {
      const step = { step: "failed", problem: "image-gone", canRetry: true } as const;
      changeEach((upload) => ids.includes(idOf(upload) ?? "") && { step });
    },
  };
}

const keysOf = (files: readonly Upload[]) => files.map(({ key }) => key);

/** Returns a function that waits until the form was saved with the name of a file. */
function useNamesFirst(uploads: readonly Upload[], saveNames: (() => Promise<void>) | undefined) {
  const waiting = useRef(new Map<string, () => void>());
  const save = useEffectEvent(async () => saveNames?.());
  // The files are part of the form now.
  useLayoutEffect(() => {
    const named = uploads.flatMap(({ key }) => {
      const go = waiting.current.get(key);
      return go ? [{ key, go }] : [];
    });
    for (const { key } of named) waiting.current.delete(key);
    if (named.length > 0) void save().then(() => named.forEach(({ go }) => go()));
  });
  return ({ key }: Upload) => new Promise<void>((go) => void waiting.current.set(key, go));
}

/** Until it is sent, a file is only on this page. */
function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const stop = new AbortController();
    addEventListener("beforeunload", (event) => event.preventDefault(), stop);
    return () => stop.abort();
  }, [isNeeded]);
}

/** Sends files. The request of a file is aborted when the file is replaced, or when the user leaves the form. */
function useSending(isNamed: (upload: Upload) => Promise<void>, onStep: (key: string, step: Upload["step"]) => void) {
  const [line] = useState(() => concurrencyLimit(sentAtOnce));
  const sending = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = sending;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);
  const abort = (key: string) => sending.current.get(key)?.abort();
  const sendNow = async (upload: Upload, file: Blob, guessed: unknown = upload.guess) => {
    const { key, kind } = upload;
    abort(key);
    const controller = new AbortController();
    sending.current.set(key, controller);
    const { signal } = controller;
    await isNamed(upload);
    const use = (kind ?? (await guessed)) === "photo" ? "portrait" : "paper";
    await line(async () => {
      if (signal.aborted) return;
      await sendImage(file, { use, onStep: (step) => !signal.aborted && onStep(key, step), signal });
    });
  };
  return { sendNow, abort };
}

/** Lets at most `atMost` tasks run at a time; the others wait in order. */
export function concurrencyLimit(atMost: number) {
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
