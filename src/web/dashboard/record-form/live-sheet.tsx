import chevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import { useId, useState } from "react";
import type { AnyKind, OwnPaper } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { staffTitle } from "#i18n/document-titles.ts";
import { Icon } from "#design/icon.tsx";
import { NobodysPhoto } from "../../sheet/sheet-parts.tsx";
import { StaffSheet } from "../records/staff-record.tsx";
import { UploadThumb } from "../uploads/upload-view.tsx";
import type { Uploads } from "../uploads/use-uploads.ts";
import { type ShownOwnField, typedOwnWords } from "./own-fields.tsx";
import type { TypedTexts } from "./shown-form.ts";

type LiveSheetProps = {
  typed: TypedTexts;
  ownFields: readonly ShownOwnField[];
  uploads: Uploads<AnyKind>;
  ownPapers: readonly OwnPaper[];
  kinds: readonly AnyKind[];
};

/** The sheet, which fills as the user types. Where it does not fit beside the form, a button opens it. */
export function LiveSheet({ typed, ownFields, ownPapers, uploads, kinds }: LiveSheetProps) {
  const { name, ...particulars } = typed.particulars;
  const own = ownFields.map((field) => ({ ...field, value: typedOwnWords(field, typed.own[field.id] ?? "") }));
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [photo] = uploads.of("photo");
  const papers = kinds.filter((kind) => kind !== "photo" && uploads.of(kind).length > 0);
  return (
    <section aria-label={m.sheet_as_typed()} className="live-sheet">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {m.sheet_as_typed()}
        <Icon icon={chevronDown} className={isOpen ? "rotate-180" : ""} />
      </button>
      <div id={id} className={isOpen ? "" : "max-[84rem]:hidden"}>
        <StaffSheet
          title={m.sheet_as_typed()}
          {...{ name, particulars, own }}
          photo={kinds.includes("photo") && (photo ? <UploadThumb upload={photo} /> : <NobodysPhoto />)}
          empty={<span className="blank" />}
        >
          {papers.length > 0 && (
            <ul className="flex flex-wrap gap-3 text-14">
              {papers.map((kind) => (
                <li key={kind} className="grid w-18 content-start gap-1">
                  <UploadThumb upload={uploads.of(kind)[0]} />
                  {staffTitle(kind, ownPapers)}
                </li>
              ))}
            </ul>
          )}
        </StaffSheet>
      </div>
    </section>
  );
}
