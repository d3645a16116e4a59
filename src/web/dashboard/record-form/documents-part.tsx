import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type AnyKind, isOwnPaper, type OwnPaper } from "#core/own-fields/own-paper.ts";
import { earliestLastDay, hasLastDay, lastDayField, latestLastDay } from "#core/records/last-days.ts";
import type { LastDays } from "#core/records/record-details.ts";
import { fieldWords } from "#design/form/problem-words.ts";
import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { staffTitle } from "#i18n/document-titles.ts";
import { acceptedFiles, FileField } from "../uploads/file-field.tsx";
import { isMissing } from "../uploads/send-image.ts";
import { chosenAgain } from "../uploads/upload-list.ts";
import { uploadBoxes } from "../uploads/upload-view.tsx";
import type { Uploads as UploadsOf } from "../uploads/use-uploads.ts";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import { DocumentBox } from "./document-box.tsx";
import { documentIcon } from "./document-icons.ts";
import { guessKind } from "./guess-kind.ts";
import { UnsortedFiles } from "./unsorted-files.tsx";
import type { RefusedForm } from "./shown-form.ts";

type Uploads = UploadsOf<AnyKind>;

type DocumentsPartProps = {
  kinds: readonly AnyKind[];
  ownPapers: readonly OwnPaper[];
  /** The kinds that visitors do not see. */
  unseen: readonly AnyKind[];
  uploads: Uploads;
  refused: RefusedForm | null;
  lastDays: LastDays;
  /** The problems by field name. */
  problems: ReadonlyMap<string, string>;
};

export function DocumentsPart(props: DocumentsPartProps) {
  const { kinds, ownPapers, unseen, refused, lastDays, problems } = props;
  const uploads = keepingFocus(props.uploads);
  const { kindsOff } = useDashboard();
  const addGuessed = (files: File[]) =>
    uploads.addUnsorted(files, (file) => guessKind(file, { kinds, ownPapers, kindsOff }));
  useDroppedFiles(kinds, (files, kind) => (kind ? uploads.add(files, kind) : addGuessed(files)));
  if (kinds.length === 0 && uploads.all.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <h2 className="text-22">{m.form_documents()}</h2>
      <p className="max-w-prose text-quiet">
        {m.upload_limits()} {m.last_day_hint()}
      </p>
      {/* Takes all files at once; the user confirms their kinds below. Without scripts every document has its own
          field. */}
      <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 rounded-sm border-2 border-dashed border-line-strong p-4 scripted:flex">
        <FileField id="several" label={m.several_files()} isMain accept={acceptedFiles} multiple onFiles={addGuessed} />
        <span className="text-quiet">{m.several_files_hint()}</span>
      </div>
      <MissingFiles {...{ uploads, ownPapers }} addOthers={addGuessed} />
      {uploads.unsorted.length > 0 && <UnsortedFiles {...{ uploads, kinds, ownPapers }} />}
      <div className={uploadBoxes}>
        {kinds.map((kind) => (
          <DocumentBox
            key={kind}
            {...{ kind, uploads }}
            title={staffTitle(kind, ownPapers)}
            icon={documentIcon(kind, ownPapers)}
            problem={problemOf(refused, kind)}
          >
            {(isOwnPaper(kind)
              ? ownPapers.some((paper) => paper.id === kind && paper.hasLastDay)
              : hasLastDay(kind)) && (
              <LastDayField
                {...{ kind, problems }}
                title={staffTitle(kind, ownPapers)}
                value={lastDays[kind]}
                isUnseen={unseen.includes(kind)}
                isDocumentHere={uploads.of(kind).length > 0}
              />
            )}
          </DocumentBox>
        ))}
      </div>
      <ViewerParts />
    </div>
  );
}

type MissingFilesProps = Pick<DocumentsPartProps, "uploads" | "ownPapers"> & { addOthers: (files: File[]) => void };

/** Lists the files that did not arrive before an earlier page was closed. Files with their names take their places. */
function MissingFiles({ uploads, ownPapers, addOthers }: MissingFilesProps) {
  const missing = uploads.all.filter(isMissing);
  if (missing.length === 0) return null;
  const chooseAgain = (files: readonly File[]) => {
    const { found, others, settled } = chosenAgain(missing, files);
    for (const { upload, file } of found) uploads.replace(upload, file);
    for (const upload of settled) uploads.remove(upload);
    if (others.length > 0) addOthers(others);
  };
  return (
    <section
      aria-labelledby="missing"
      className="grid max-w-prose justify-items-start gap-2 border-s-4 border-alarm ps-4"
    >
      <h3 id="missing" className="text-18">
        {m.missing_files_title()}
      </h3>
      <p className="text-quiet">{m.missing_files_hint()}</p>
      <ul className="list-disc ps-5">
        {missing.map(({ key, name, kind }) => (
          <li key={key} className="break-all">
            {name} {kind && <span className="text-14 text-quiet">({staffTitle(kind, ownPapers)})</span>}
          </li>
        ))}
      </ul>
      <span className="hidden scripted:inline">
        <FileField
          id="choose-again"
          label={m.upload_choose_again()}
          isMain
          accept={acceptedFiles}
          multiple
          onFiles={chooseAgain}
        />
      </span>
    </section>
  );
}

/**
 * Wraps the changes that remove the pressed button: they move the focus on, so that it does not fall back to the top of
 * the page.
 */
function keepingFocus(uploads: Uploads): Uploads {
  const andFocus = (change: () => void, kind: AnyKind | null) => {
    flushSync(change);
    const box = kind && document.querySelector<HTMLElement>(`[data-document=${kind}] :is(summary, input[type=file])`);
    (document.getElementById("loose") ?? box ?? document.getElementById("several"))?.focus({ preventScroll: true });
  };
  return {
    ...uploads,
    confirm: () => andFocus(uploads.confirm, null),
    unsort: (kind) => andFocus(() => uploads.unsort(kind), kind),
    remove: (upload) => andFocus(() => uploads.remove(upload), upload.kind),
  };
}

function problemOf(refused: RefusedForm | null, kind: AnyKind): string | undefined {
  const problem = refused?.fields[kind];
  return problem && fieldWords(problem);
}

/**
 * A single file that is dropped or pasted on a box becomes its document; other files wait to be sorted. The browser
 * must not open a file that is dropped beside a box.
 */
function useDroppedFiles(kinds: readonly AnyKind[], onFiles: (files: File[], kind: AnyKind | null) => void): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files, files.length === 1 ? kindAt(event.target, kinds) : null);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("drop", (event) => take(event, event.dataTransfer), { signal });
    document.addEventListener("paste", (event) => take(event, event.clipboardData), { signal });
    return () => stop.abort();
  }, []);
}

function kindAt(target: EventTarget | null, kinds: readonly AnyKind[]): AnyKind | null {
  const box = target instanceof Element ? target.closest<HTMLElement>("[data-document]") : null;
  return kinds.find((kind) => kind === box?.dataset["document"]) ?? null;
}

type LastDayFieldProps = {
  kind: AnyKind;
  title: string;
  value: string | undefined;
  problems: ReadonlyMap<string, string>;
  /** True if visitors do not see it. */
  isUnseen: boolean;
  isDocumentHere: boolean;
};

/** Where scripts run, the field appears with its document. It stays visible while it has a typed value. */
export function LastDayField({ kind, title, value = "", problems, isUnseen, isDocumentHere }: LastDayFieldProps) {
  const name = lastDayField(kind);
  const [typed, setTyped] = useState(value);
  return (
    <div
      onInput={({ target }) => target instanceof HTMLInputElement && setTyped(target.value)}
      className={isDocumentHere || typed !== "" ? "" : "scripted:hidden"}
    >
      <Field
        name={name}
        label={
          <>
            {m.last_day()}
            <span className="sr-only"> {title}</span>
          </>
        }
        type="date"
        min={earliestLastDay}
        max={latestLastDay}
        required={false}
        value={value}
        hint={isUnseen ? m.last_day_unseen() : undefined}
        problem={problems.get(name)}
        takesFocus={problems.keys().next().value === name}
      />
    </div>
  );
}
