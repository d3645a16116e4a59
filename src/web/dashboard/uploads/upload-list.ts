import type { Upload } from "./send-image.ts";

export type ShownUpload = {
  id: string;
  /** The name of the file; "" if it is not known any more. */
  name: string;
  pages: number;
  /** True if the record or post already has the file, which stays unless another one is chosen. */
  isStored: boolean;
  isTakenAway: boolean;
};

export type UnsortedUpload<Kind extends string> = ShownUpload & { guess?: Kind | undefined };

type FailedFile<Kind extends string> = {
  kind: Kind | null;
  name: string;
  problem: string;
  /** Its place among the files of its document; by default the last. */
  at?: number | undefined;
};

/** The files of a form: the pages of each document in order, and the files that are not sorted yet. */
export type ShownFiles<Kind extends string> = {
  /** Files that did not arrive when the form was filled in earlier. */
  failed?: readonly FailedFile<Kind>[];
  documents: Partial<Record<Kind, readonly ShownUpload[]>>;
  unsorted: readonly UnsortedUpload<Kind>[];
};

type List<Kind> = readonly Upload<Kind>[];

export function uploadsOf<Kind extends string>(form: ShownFiles<Kind>): Upload<Kind>[] {
  const documents = Object.entries(form.documents) as [Kind, readonly ShownUpload[]][];
  const arrived = [
    ...documents.flatMap(([kind, files]) => files.map((shown) => uploadOf<Kind>(shown, kind))),
    ...form.unsorted.map((shown) => uploadOf<Kind>(shown, null)),
  ];
  const failed = (form.failed ?? []).map((file, number) => ({ file, upload: failedUpload<Kind>(file, number) }));
  return failed.reduce((all, { file, upload }) => inPlace(all, upload, file.at), arrived);
}

/** Adds a file at its place among those of its document. */
function inPlace<Kind>(all: List<Kind>, upload: Upload<Kind>, at = Infinity): Upload<Kind>[] {
  const next = all.filter(({ kind }) => kind === upload.kind)[at];
  return all.toSpliced(next ? all.indexOf(next) : all.length, 0, upload);
}

const uploadOf = <Kind extends string>(
  { id, guess, ...shown }: UnsortedUpload<Kind>,
  kind: Kind | null,
): Upload<Kind> => ({
  ...shown,
  key: `${id} ${String(kind)}`,
  kind,
  guess: guess ?? null,
  isReplaced: false,
  file: null,
  step: { step: "done", id },
});

const failedUpload = <Kind extends string>(
  { kind, name, problem }: FailedFile<Kind>,
  number: number,
): Upload<Kind> => ({
  ...uploadOf<Kind>({ id: `failed ${number}`, name, pages: 1, isStored: false, isTakenAway: false }, kind),
  step: { step: "failed", problem, canRetry: false },
});

export const longestName = 255;

/** The name of a file, shortened to what a draft stores. */
export const nameOf = ({ name }: File): string => name.slice(0, longestName);

export const chosen = <Kind>(file: File, kind: Kind | null): Upload<Kind> => ({
  key: crypto.randomUUID(),
  kind,
  guess: null,
  name: nameOf(file),
  file,
  step: { step: kind === null ? "guessing" : "queued" },
  pages: 1,
  isStored: false,
  isTakenAway: false,
  isReplaced: false,
});

/** The files of one document, in the order of its pages. Replaced files count again once the new ones are removed. */
export function filesOf<Kind>(all: List<Kind>, kind: Kind | null): Upload<Kind>[] {
  const files = all.filter((upload) => upload.kind === kind);
  const isAnyNew = files.some((file) => !file.isReplaced);
  return isAnyNew ? files.filter((file) => !file.isReplaced) : files;
}

/** Replaces the files of a document. Stored ones stay in the list until the new ones are saved. */
export const replaced = <Kind>(all: List<Kind>, kind: Kind): Upload<Kind>[] =>
  all
    .filter((upload) => upload.kind !== kind || upload.isStored)
    .map((upload) => (upload.kind === kind ? { ...upload, isReplaced: true } : upload));

/** Keeps the files that the document shows now, so that new files can be added after them. */
export function kept<Kind>(all: List<Kind>, kind: Kind): Upload<Kind>[] {
  const shown = new Set(filesOf(all, kind));
  return all.map((upload) => (shown.has(upload) ? { ...upload, isReplaced: false, isTakenAway: false } : upload));
}

/** Moves the files of a document back to the unsorted files, with the kind of the document as their guess. */
export const unsorted = <Kind>(all: List<Kind>, kind: Kind): Upload<Kind>[] =>
  all.map((upload) =>
    upload.kind === kind && !upload.isStored ? { ...upload, kind: null, guess: kind, isTakenAway: false } : upload,
  );

/** Confirms every guess. Files of one kind become pages of one document, which replaces the stored one; there is only one photo. */
export function confirmed<Kind>(all: List<Kind>): Upload<Kind>[] {
  let list = [...all];
  for (const upload of all) {
    const { guess } = upload;
    if (upload.kind !== null || guess === null) continue;
    const isNewThere = filesOf(list, guess).some(({ isStored }) => !isStored);
    if (guess === "photo" && isNewThere) continue;
    const others = list.filter(({ key }) => key !== upload.key);
    list = [...(isNewThere ? kept : replaced)(others, guess), { ...upload, kind: guess, guess: null }];
  }
  return list;
}

/**
 * Which of the missing files are these? Files with names of missing ones take their places. If one name is missing in
 * several documents, nobody knows which is which: such files are unsorted, and once all have come, none is missing.
 */
export function chosenAgain<Kind>(missing: List<Kind>, files: readonly File[]) {
  const isOf = (file: File) => (upload: Upload<Kind>) => upload.name === nameOf(file);
  const left = [...missing];
  const found: { upload: Upload<Kind>; file: File }[] = [];
  const others: File[] = [];
  for (const file of files) {
    const isClear = new Set(missing.filter(isOf(file)).map(({ kind }) => kind)).size === 1;
    const at = isClear ? left.findIndex(isOf(file)) : -1;
    const [upload] = at === -1 ? [] : left.splice(at, 1);
    if (upload) found.push({ upload, file });
    else others.push(file);
  }
  const namesakes = (name: string) => others.filter((file) => nameOf(file) === name).length;
  const settled = left.filter(({ name }) => namesakes(name) === left.filter((one) => one.name === name).length);
  return { found, others, settled };
}

export function movedUp<Kind>(all: List<Kind>, upload: Upload<Kind>): Upload<Kind>[] {
  const files = filesOf(all, upload.kind);
  const before = files[files.findIndex(({ key }) => key === upload.key) - 1];
  if (!before) return [...all];
  const places = new Map([
    [before.key, upload],
    [upload.key, before],
  ]);
  return all.map((one) => places.get(one.key) ?? one);
}
