import { useEffect, useRef } from "react";
import { imageAddress, type ImageSize } from "#core/images/image-links.ts";
import { pageId } from "#core/images/image-id.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { fieldWords, hasWords, type OwnProblemWords, problemWords } from "#design/form/problem-words.ts";
import type { IconNode } from "lucide";
import { Icon } from "#design/icon.tsx";
import { draftFields } from "../page-draft/autosave.ts";
import { acceptedFiles, FileField } from "./file-field.tsx";
import { idOf, isUploading, mayBeSentAgain, notArrived, type Upload } from "./send-image.ts";

export const uploadBoxes =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-2 sm:gap-3 has-[details[open]]:items-start";

/** The box of one file: its first page, with the actions beside it. */
export const uploadBox =
  "grid grid-cols-[auto_minmax(0,1fr)] gap-3.5 rounded-sm border border-line bg-raised p-2 sm:p-3 max-[18rem]:grid-cols-1";

/** The first page of an upload: the image on the site, or drawn from the file while it is being sent. */
export function UploadThumb({ upload, icon }: { upload: Upload | undefined; icon?: IconNode }) {
  const id = upload ? idOf(upload) : null;
  return (
    <span
      className={`grid place-items-center overflow-hidden rounded-sm border border-line bg-sunk ${upload ? "h-24 w-18" : "h-24 w-18 max-sm:h-16 max-sm:w-12"}`}
    >
      {id && (
        <img
          src={addressOf(id, 1, "list")}
          alt=""
          decoding="async"
          className={`${fit} ${upload?.isTakenAway ? "opacity-30" : ""}`}
        />
      )}
      {!id && upload?.file && <DrawnFile file={upload.file} />}
      {!upload && icon && <Icon icon={icon} className="size-8 stroke-[1.5] text-quiet" />}
    </span>
  );
}

const addressOf = (image: string, page: number, size: ImageSize) => imageAddress(pageId({ image, page }), size, null);

/**
 * Like UploadThumb, with a link that opens the page viewer. The hidden links let the viewer turn to the other pages.
 */
export function OpenedThumb({ upload, title }: { upload: Upload; title: string }) {
  const id = idOf(upload);
  const opens = (page: number) =>
    id === null ? {} : { href: addressOf(id, page, "reading"), target: "_blank", "data-page": title };
  return (
    <span className="grid content-start">
      <a
        {...opens(1)}
        rel="noopener"
        aria-label={id === null ? undefined : m.upload_open({ title })}
        className="rounded-sm"
      >
        <UploadThumb upload={upload} />
      </a>
      {Array.from({ length: upload.pages - 1 }, (_, at) => (
        <a key={at} {...opens(at + 2)} rel="noopener" tabIndex={-1} aria-hidden className="sr-only" />
      ))}
    </span>
  );
}

const fit = "size-full object-contain";

/** Draws the file on a canvas, because the content security policy allows no object URL as an image. */
function DrawnFile({ file }: { file: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    void drawSmall(file, canvas.current);
  }, [file]);
  return <canvas ref={canvas} width={0} height={0} className={fit} />;
}

async function drawSmall(file: Blob, canvas: HTMLCanvasElement | null): Promise<void> {
  // A PDF, or a photo that this browser cannot open, is shown by its name only.
  const picture = await createImageBitmap(file, { resizeWidth: 288, resizeQuality: "medium" }).catch(() => null);
  if (!picture || !canvas) return;
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
}

type UploadButtonProps = {
  label: string;
  title: string;
  variant?: "row" | "row-danger";
  className?: string;
  onClick: () => void;
};

export const UploadButton = ({ label, title, variant = "row", className = "", onClick }: UploadButtonProps) => (
  <Button type="button" variant={variant} className={`min-h-11 ${className}`.trim()} onClick={onClick}>
    {label}
    <span className="sr-only"> {title}</span>
  </Button>
);

type UploadStateProps = {
  upload: Upload;
  title: string;
  /** Its place among the files of its document. */
  at?: number;
  onRetry: () => void;
  /** Takes the file that was chosen in place of one that failed. Omitted if the form has another field for that. */
  onChosenAgain?: (file: File) => void;
};

export function UploadState({ upload, title, at, onRetry, onChosenAgain }: UploadStateProps) {
  const { step, name, isStored } = upload;
  const named = name && !isStored && <input type="hidden" name={draftFields.file} value={name} />;
  if (step.step === "failed") {
    return (
      <div role="alert" className="grid justify-items-start text-alarm">
        {named}
        {name && <p className="text-14 break-all">{name}</p>}
        <p className="font-semibold">{uploadProblem(step.problem)}</p>
        <NotHere {...{ upload, at }} problem={step.problem} />
        {mayBeSentAgain(upload) ? (
          <UploadButton label={m.upload_retry()} title={title} onClick={onRetry} />
        ) : (
          onChosenAgain && <ChooseAgain upload={upload} onChosen={onChosenAgain} />
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-1 text-14 text-quiet">
      {name && <p className="break-all">{name}</p>}
      {named}
      {isUploading(upload) && <NotHere {...{ upload, at }} problem={notArrived} />}
      {step.step === "done" && name && <input type="hidden" name={`name.${step.id}`} value={name} />}
      {!isStored && <Bar step={step} title={title} />}
      <p>{stepWords(upload)}</p>
    </div>
  );
}

/** The part of the form that names a file which has not arrived. */
const NotHere = ({
  upload: { kind, name },
  ...problem
}: {
  upload: Upload;
  problem: string;
  at: number | undefined;
}) => <input type="hidden" name="failed" value={JSON.stringify({ kind, name, ...problem })} />;

const ChooseAgain = ({ upload: { key, name }, onChosen }: { upload: Upload; onChosen: (file: File) => void }) => (
  <span className="hidden text-ink scripted:inline">
    <FileField
      id={`again.${key}`}
      label={m.upload_choose_again()}
      accept={acceptedFiles}
      aria-label={`${name}: ${m.upload_choose_again()}`}
      onFiles={([file]) => file && onChosen(file)}
    />
  </span>
);

function stepWords({ step: { step }, isTakenAway, isStored, pages }: Upload): string {
  if (step !== "done") return step === "processing" ? m.upload_processing() : m.upload_sending();
  if (isTakenAway) return m.upload_taken_away();
  if (isStored) return pages > 1 ? m.upload_stored_pages({ pages: writtenCount(pages) }) : m.upload_stored();
  return m.upload_there();
}

/** After the upload the bar keeps its space, so that nothing below moves. */
function Bar({ step, title }: { step: Upload["step"]; title: string }) {
  if (step.step === "done") return <div className="h-2" />;
  const share = step.step === "sending" && step.total > 0 ? step.sent / step.total : undefined;
  const isWaiting = step.step === "guessing" || step.step === "queued";
  return <progress value={isWaiting ? 0 : share} aria-label={title} className="h-2 w-full accent-(--focus)" />;
}

export function uploadProblem(problem: string): string {
  if (problem === notArrived) return m.upload_not_arrived();
  if (problem === "no-answer") return m.upload_no_answer();
  if (problem === "image-gone") return fieldWords(problem);
  return hasWords(problem) ? problemWords(problem, {}, ownWords) : m.upload_failed();
}

const ownWords: OwnProblemWords = {
  "too-many-requests": m.upload_wait,
  "not-allowed": m.upload_failed,
  "prove-again": m.upload_failed,
  "share-code-needed": m.upload_failed,
  "foreign-origin": m.upload_failed,
  "unsupported-type": m.upload_failed,
  internal: m.upload_failed,
  unavailable: m.upload_failed,
};
