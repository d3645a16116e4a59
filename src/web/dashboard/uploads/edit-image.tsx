import { type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { imageAddress } from "#core/images/image-links.ts";
import { pageId } from "#core/images/image-id.ts";
import { Button } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";
import {
  type Crop,
  croppedFile,
  drawShaded,
  edges,
  frameBetween,
  maxCut,
  turnedCrop,
  uncropped,
} from "./draw-image.ts";
import { idOf, type Upload } from "./send-image.ts";
import { UploadButton } from "./upload-view.tsx";

type EditImageProps = { upload: Upload; title: string; onDone: (file: Blob) => void };

/** Turns and crops an upload before it is saved. A PDF cannot be edited. */
export function EditImage({ upload, title, onDone }: EditImageProps) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const isPicture = upload.file ? upload.file.type !== "application/pdf" : upload.pages === 1;
  if (!isPicture || (!upload.file && idOf(upload) === null)) return null;
  const open = async () => setPicture(await pictureOf(upload));
  const close = () => {
    picture?.close();
    setPicture(null);
  };
  return (
    <>
      <UploadButton
        label={m.upload_edit()}
        title={title}
        className="hidden scripted:inline-flex"
        onClick={() => void open()}
      />
      {picture && <EditDialog {...{ picture, title, onDone }} onClose={close} />}
    </>
  );
}

async function pictureOf(upload: Upload): Promise<ImageBitmap | null> {
  const id = idOf(upload);
  try {
    if (upload.file) return await createImageBitmap(upload.file);
    if (id === null) return null;
    const answer = await fetch(imageAddress(pageId({ image: id, page: 1 }), "reading", null));
    return answer.ok ? await createImageBitmap(await answer.blob()) : null;
  } catch {
    // The file is sent unchanged: the site may be able to open files that this browser cannot.
    return null;
  }
}

type EditDialogProps = { picture: ImageBitmap; title: string; onDone: (file: Blob) => void; onClose: () => void };

function EditDialog({ picture, title, onDone, onClose }: EditDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [quarters, setQuarters] = useState(0);
  const [crop, setCrop] = useState(uncropped);
  useEffect(() => dialog.current?.showModal(), []);
  const turn = (isToTheRight: boolean) => {
    setQuarters((before) => (before + (isToTheRight ? 1 : 3)) % 4);
    setCrop((before) => turnedCrop(before, isToTheRight));
  };
  const finish = async () => {
    const file = await croppedFile(picture, quarters, crop);
    if (file) onDone(file);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} aria-labelledby={heading} className="confirm" onClose={onClose}>
      <h2 id={heading} className="text-22">
        {title}
      </h2>
      <Stage {...{ picture, quarters, crop }} onCrop={setCrop} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="button" variant="secondary" size="small" onClick={() => turn(false)}>
          {m.turn_left()}
        </Button>
        <Button type="button" variant="secondary" size="small" onClick={() => turn(true)}>
          {m.turn_right()}
        </Button>
      </div>
      <Cuts crop={crop} onCrop={setCrop} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="button" variant="secondary" size="small" onClick={() => dialog.current?.close()}>
          {m.cancel()}
        </Button>
        <Button type="button" size="small" onClick={() => void finish()}>
          {m.upload_edit_done()}
        </Button>
      </div>
    </dialog>
  );
}

const cutWords = { top: m.cut_top, bottom: m.cut_bottom, left: m.cut_left, right: m.cut_right };

/** Sliders for the keyboard, and for users who do not want to draw a frame. */
const Cuts = ({ crop, onCrop }: { crop: Crop; onCrop: (crop: Crop) => void }) => (
  <fieldset className="mt-3 grid grid-cols-2 gap-x-4">
    <legend className="text-14">{m.crop_hint()}</legend>
    {edges.map((edge) => (
      <label key={edge} className="grid text-14">
        {cutWords[edge]()}
        <input
          type="range"
          min={0}
          max={maxCut * 100}
          value={crop[edge] * 100}
          onChange={({ target }) => onCrop({ ...crop, [edge]: Number(target.value) / 100 })}
          className="h-9 w-full accent-(--focus)"
        />
      </label>
    ))}
  </fieldset>
);

type StageProps = { picture: ImageBitmap; quarters: number; crop: Crop; onCrop: (crop: Crop) => void };

/** Shows the picture, with the cut-off parts shaded. A frame drawn with the pointer becomes the crop. */
function Stage({ picture, quarters, crop, onCrop }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) drawShaded(canvas.current, picture, quarters, crop);
  }, [picture, quarters, crop]);
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = placeOf(event);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (from.current) onCrop(frameBetween(from.current, placeOf(event)));
  };
  const end = () => {
    from.current = null;
  };
  return (
    <canvas
      ref={canvas}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
      className="mx-auto mt-3 max-h-[45svh] max-w-full cursor-crosshair touch-none"
    />
  );
}

const within = (share: number) => Math.min(1, Math.max(0, share));

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: within((clientX - left) / width), y: within((clientY - top) / height) };
}
