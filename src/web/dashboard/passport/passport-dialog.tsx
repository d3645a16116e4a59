import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { m } from "#i18n/compiled/messages.js";
import { CameraField, FileField } from "../uploads/file-field.tsx";
import type { Cell } from "./find-lines.ts";
import { drawCells } from "./open-picture.ts";
import { type PassportPhoto, type PhotoProblem, readPhoto } from "./read-photo.ts";

export type ReadParticulars = { number: string; name: string };

export type PassportDialogProps = { onRead: (read: ReadParticulars) => void; onClose: () => void };

/** The photo stays in memory only, and only while the dialog is open. */
export function PassportDialog({ onRead, onClose }: PassportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [state, setState] = useState<"empty" | "reading" | PhotoProblem | PassportPhoto>("empty");
  const latest = useRef<File>(null);
  const read = async ([file]: readonly File[]) => {
    if (!file) return;
    latest.current = file;
    setState("reading");
    await nextPaint();
    const photo = await readPhoto(file);
    // Ignores the result if the user has chosen another photo in between.
    if (latest.current === file) setState(photo);
  };
  useEffect(() => dialog.current?.showModal(), []);
  useDroppedPhoto(dialog, (files) => void read(files));
  const confirm = (confirmed: ReadParticulars) => {
    dialog.current?.close();
    onRead(confirmed);
  };
  return (
    <dialog ref={dialog} aria-labelledby={heading} tabIndex={-1} className="confirm" onClose={onClose}>
      <h2 id={heading} className="text-22">
        {m.passport_read()}
      </h2>
      <p className="mt-2 text-quiet">{m.passport_hint()}</p>
      <div className="mt-3 flex flex-wrap gap-x-6">
        <FileField
          id="passport-photo"
          label={m.passport_choose()}
          accept="image/*"
          onFiles={(files) => void read(files)}
        />
        <CameraField title={m.passport_read()} onFiles={(files) => void read(files)} />
      </div>
      <p role="status" className="mt-3 font-semibold empty:hidden">
        {typeof state === "string" && state !== "empty" && stateWords[state]()}
      </p>
      {typeof state === "string" ? (
        <Buttons onCancel={() => dialog.current?.close()} />
      ) : (
        <ReadFields key={state.key} photo={state} onConfirm={confirm}>
          <Buttons onCancel={() => dialog.current?.close()}>
            <Button size="small">{m.passport_fill_in()}</Button>
          </Buttons>
        </ReadFields>
      )}
    </dialog>
  );
}

const stateWords = {
  reading: m.passport_reading,
  pdf: m.passport_pdf,
  heic: m.passport_heic,
  "not-a-picture": m.passport_no_picture,
  "no-passport": m.passport_not_found,
};

const Buttons = ({ onCancel, children }: { onCancel: () => void; children?: ReactNode }) => (
  <div className="mt-4 flex flex-wrap gap-3">
    <Button type="button" variant="secondary" size="small" onClick={onCancel}>
      {m.cancel()}
    </Button>
    {children}
  </div>
);

type ReadFieldsProps = { photo: PassportPhoto; onConfirm: (read: ReadParticulars) => void; children: ReactNode };

/** Shows what was read beside the part of the photo. An uncertain value is left empty for the user to type. */
function ReadFields({ photo, onConfirm, children }: ReadFieldsProps) {
  const { picture, reading } = photo;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), []);
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string) => {
      const text = fields.get(name);
      return typeof text === "string" ? text.trim() : "";
    };
    onConfirm({ number: textOf("readNumber"), name: textOf("readName") });
  };
  return (
    <form ref={form} noValidate onSubmit={confirm} className="mt-3 grid gap-4">
      <p>{m.passport_compare()}</p>
      <div className="grid gap-1">
        <Crop picture={picture} cells={reading.numberAt} label={m.passport_number()} />
        <Field
          name="readNumber"
          label={m.passport_number()}
          value={reading.number ?? ""}
          hint={reading.number === null ? m.passport_unread() : undefined}
          required={false}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <div className="grid gap-1">
        <Crop picture={picture} cells={reading.nameAt} label={m.name()} />
        <Field
          name="readName"
          label={m.name()}
          value={reading.name?.isCut === false ? reading.name.name : ""}
          hint={nameHint(photo)}
          required={false}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
        />
      </div>
      {children}
    </form>
  );
}

function nameHint({ reading }: PassportPhoto): string | undefined {
  if (!reading.name) return m.passport_unread();
  return reading.name.isCut ? m.passport_name_cut() : undefined;
}

type CropProps = { picture: HTMLCanvasElement; cells: readonly Cell[]; label: string };

function Crop({ picture, cells, label }: CropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCells(canvas.current, picture, cells);
  }, [picture, cells]);
  return (
    <canvas ref={canvas} role="img" aria-label={m.passport_crop({ field: label })} className="max-w-full rounded-sm" />
  );
}

/** Also takes a dropped or pasted photo. The event must not reach the page, which would upload the photo. */
function useDroppedPhoto(dialog: RefObject<HTMLDialogElement | null>, onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    event.stopPropagation();
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    dialog.current?.addEventListener("drop", (event) => take(event, event.dataTransfer), { signal });
    dialog.current?.addEventListener("paste", (event) => take(event, event.clipboardData), { signal });
    return () => stop.abort();
  }, [dialog]);
}

/** Waits until the message is painted, because reading blocks the page. */
const nextPaint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
