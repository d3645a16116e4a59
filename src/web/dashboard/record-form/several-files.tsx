import { m } from "#i18n/compiled/messages.js";
import { acceptedFiles } from "./document-box.tsx";

/** A whole stack at once, to be sorted below. Without scripts every paper has its own field. */
export const SeveralFiles = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <p className="hidden flex-wrap items-center gap-x-4 gap-y-1 scripted:flex">
    <input
      id="several"
      type="file"
      multiple
      accept={acceptedFiles}
      className="peer sr-only"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = "";
      }}
    />
    <label htmlFor="several" className="file-button">
      {m.several_files()}
    </label>
    <span className="text-14 text-quiet">{m.several_files_hint()}</span>
  </p>
);
