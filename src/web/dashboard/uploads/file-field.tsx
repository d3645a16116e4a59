import type { ChangeEvent, InputHTMLAttributes } from "react";
import { buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";

/** No HEIC: an iPhone that is asked for JPEG makes one of it. */
export const acceptedFiles = "image/jpeg,image/png,image/webp,application/pdf";

type FileFieldProps = {
  id: string;
  label: string;
  /** The one next thing to do with files. */
  isMain?: boolean;
  onFiles: (files: File[]) => void;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "name" | "accept" | "multiple" | "aria-labelledby" | "aria-describedby" | "aria-invalid"
>;

/** A label is shown instead of the field where scripts run. Before that, the browser's own field shows which file was chosen. */
export const FileField = ({ id, label, isMain = false, onFiles, ...input }: FileFieldProps) => (
  <>
    <input
      {...input}
      id={id}
      type="file"
      onChange={(event) => takeFiles(event, onFiles)}
      className="peer min-h-11 w-full min-w-0 py-1 text-14 file:me-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-transparent file:px-3 file:[font:inherit] file:text-inherit scripted:sr-only"
    />
    <label
      htmlFor={id}
      className={`hidden scripted:inline-flex peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-(--focus) ${isMain ? buttonClass({ look: "secondary" }) : labelLook}`}
    >
      {label}
    </label>
  </>
);

const labelLook =
  "min-h-11 cursor-pointer items-center rounded-sm underline decoration-line-strong underline-offset-[0.2em] hover:decoration-2";

/** On a phone: straight into the camera. It has no name, so that a form without scripts sends nothing of it. */
export const CameraField = ({ title, onFiles }: { title: string; onFiles: (files: File[]) => void }) => (
  <label
    className={`hidden pointer-coarse:scripted:inline-flex focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-(--focus) ${labelLook}`}
  >
    {m.upload_photograph()}
    <input
      type="file"
      accept="image/*"
      capture="environment"
      aria-label={`${title}: ${m.upload_photograph()}`}
      onChange={(event) => takeFiles(event, onFiles)}
      className="sr-only"
    />
  </label>
);

function takeFiles({ currentTarget }: ChangeEvent<HTMLInputElement>, onFiles: (files: File[]) => void): void {
  onFiles([...(currentTarget.files ?? [])]);
  // The file is on its way already, and the same one may be chosen again.
  currentTarget.value = "";
}
