import type { ChangeEvent, InputHTMLAttributes } from "react";
import { buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";

/** HEIC is left out on purpose: an iPhone converts it to JPEG for a field that accepts JPEG but not HEIC. */
export const acceptedFiles = "image/jpeg,image/png,image/webp,application/pdf";

type FileFieldProps = {
  id: string;
  label: string;
  /** True for the main field of a form: its label then looks like a button. */
  isMain?: boolean;
  onFiles: (files: File[]) => void;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "name" | "accept" | "multiple" | "aria-label" | "aria-labelledby" | "aria-describedby" | "aria-invalid"
>;

/**
 * Where scripts run, a label is shown instead of the field. Until then, the browser's own field shows which file was
 * chosen.
 */
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
      className={`hidden scripted:inline-flex peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-(--focus) ${isMain ? buttonClass({ variant: "secondary" }) : labelLook}`}
    >
      {label}
    </label>
  </>
);

const labelLook =
  "min-h-11 cursor-pointer items-center rounded-sm underline decoration-line-strong underline-offset-[0.2em] hover:decoration-2";

/** Opens the camera directly on a phone. The field has no name, so that a form without scripts does not send it. */
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
  // The file is being sent already. In an empty field, the same file can be chosen again.
  currentTarget.value = "";
}
