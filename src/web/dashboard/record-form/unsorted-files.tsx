import { useId } from "react";
import { type AnyKind, isOff, type OwnPaper } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { staffTitle } from "#i18n/document-titles.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { kindInName, type PapersOfForm } from "./guess-kind.ts";
import { idOf, type Upload } from "../uploads/send-image.ts";
import { kindByName } from "#core/records/document-file-name.ts";
import { OpenedThumb, uploadBox, uploadBoxes, UploadButton, UploadState } from "../uploads/upload-view.tsx";
import type { Uploads } from "../uploads/use-uploads.ts";

type UnsortedFilesProps = {
  kinds: readonly AnyKind[];
  ownPapers: readonly OwnPaper[];
  uploads: Uploads<AnyKind>;
};

/**
 * Files that were chosen together, each with the kind that it seems to have. One button confirms all; without scripts
 * it sends the form.
 */
export function UnsortedFiles({ kinds, ownPapers, uploads }: UnsortedFilesProps) {
  const { unsorted } = uploads;
  const unknown = unsorted.filter(({ guess, step }) => guess === null && step.step !== "guessing");
  return (
    <section aria-labelledby="loose" className="my-4 grid gap-3 border-s-4 border-line-strong ps-4">
      <h3 id="loose" tabIndex={-1} className="text-18">
        {m.loose_title()}
      </h3>
      <p className="max-w-prose text-quiet">{m.loose_hint()}</p>
      <ul className={uploadBoxes}>
        {unsorted.map((upload, at) => (
          <UnsortedFile key={upload.key} {...{ upload, uploads, kinds, ownPapers }} number={at + 1} />
        ))}
      </ul>
      {unknown.length > 1 && (
        <label className="hidden justify-items-start gap-1 scripted:grid">
          {m.loose_together({ written: writtenCount(unknown.length) })}
          <KindSelect
            kinds={kinds.filter((kind) => kind !== "photo")}
            ownPapers={ownPapers}
            value={null}
            onChange={(kind) => uploads.guess(unknown, kind)}
          />
        </label>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          name="do"
          value="confirm"
          variant="secondary"
          size="small"
          aria-disabled={unsorted.every(({ guess }) => guess === null)}
          onClick={(event) => {
            event.preventDefault();
            uploads.confirm();
          }}
        >
          {m.loose_confirm()}
        </Button>
      </div>
    </section>
  );
}

type UnsortedFileProps = UnsortedFilesProps & { upload: Upload<AnyKind>; number: number };

function UnsortedFile({ upload, uploads, kinds, ownPapers, number }: UnsortedFileProps) {
  const id = useId();
  const image = idOf(upload);
  const title = upload.name || m.loose_name({ number: writtenCount(number) });
  const note = noteOf(upload, uploads, { kinds, ownPapers, kindsOff: useDashboard().kindsOff });
  return (
    <li data-loose="" className={uploadBox}>
      <OpenedThumb upload={upload} title={title} />
      <div className="grid min-w-0 content-start gap-1">
        <UploadState
          upload={upload}
          title={title}
          onRetry={() => uploads.retry(upload)}
          onChosenAgain={(file) => uploads.replace(upload, file)}
        />
        <label htmlFor={id} className={upload.guess ? "text-14 text-quiet" : "text-14 font-semibold"}>
          {upload.guess ? m.loose_guess() : m.loose_ask()}
          <span className="sr-only"> {title}</span>
        </label>
        <KindSelect
          id={id}
          name={image ? `kind.${image}` : undefined}
          {...{ kinds, ownPapers }}
          value={upload.guess}
          onChange={(kind) => uploads.guess([upload], kind)}
        />
        {note && <p className="text-14">{note}</p>}
        <UploadButton
          label={m.upload_take_away()}
          title={title}
          variant="row-danger"
          className="hidden justify-self-start scripted:inline-flex"
          onClick={() => uploads.remove(upload)}
        />
        {image && <input type="hidden" name="loose" value={image} />}
      </div>
    </li>
  );
}

/**
 * Says what happens to a file if its document already exists or is among the files before it. Also says why the kind in
 * its name was not guessed: it is off, or the form does not take it.
 */
function noteOf(upload: Upload<AnyKind>, uploads: Uploads<AnyKind>, papers: PapersOfForm): string | null {
  const { guess } = upload;
  if (guess === null) {
    const named = kindInName(upload.name, papers) ?? kindByName(upload.name, documentKinds);
    if (named === null || papers.kinds.includes(named)) return null;
    const document = staffTitle(named, papers.ownPapers);
    return isOff(papers, named) ? m.loose_off({ document }) : m.loose_not_taken({ document });
  }
  const present = uploads.of(guess);
  const isOnRecord = present.length > 0 && present.every(({ isStored }) => isStored);
  const before = uploads.unsorted.slice(0, uploads.unsorted.indexOf(upload)).filter((one) => one.guess === guess);
  const pages = before.length + (isOnRecord ? 0 : present.length);
  if (pages === 0) return isOnRecord ? m.loose_replaces() : null;
  return guess === "photo" ? m.loose_second_photo() : m.loose_page({ number: writtenCount(pages + 1) });
}

type KindSelectProps = {
  id?: string;
  name?: string | undefined;
  kinds: readonly AnyKind[];
  ownPapers: readonly OwnPaper[];
  value: AnyKind | null;
  onChange: (kind: AnyKind | null) => void;
};

const KindSelect = ({ kinds, ownPapers, value, onChange, ...select }: KindSelectProps) => (
  <select
    {...select}
    value={value ?? ""}
    onChange={({ target }) => onChange(kinds.find((kind) => kind === target.value) ?? null)}
    className="min-h-11 w-full max-w-80 rounded-sm border-2 border-line-strong bg-sunk px-2"
  >
    <option value="">{m.loose_choose()}</option>
    {kinds.map((kind) => (
      <option key={kind} value={kind}>
        {staffTitle(kind, ownPapers)}
      </option>
    ))}
  </select>
);
