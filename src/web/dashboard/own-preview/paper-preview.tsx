import fileText from "lucide/dist/esm/icons/file-text.mjs";
import { ownAudiences, textIn } from "#core/own-fields/own-field.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { lastDayOn } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale } from "#i18n/compiled/runtime.js";
import { writtenCount } from "#i18n/written.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { Icon } from "#design/icon.tsx";
import { Paper } from "../../sheet/paper.tsx";
import { DocumentBox } from "../record-form/document-box.tsx";
import { documentIcon } from "../record-form/document-icons.ts";
import { LastDayField } from "../record-form/documents-part.tsx";
import { PaperSeenBy } from "../records/staff-record.tsx";
import { useUploads } from "../uploads/use-uploads.ts";
import { OwnPreview, PreviewForStaff, PreviewForVisitors } from "./own-preview.tsx";
import { textsIn } from "./typed-texts.ts";

const kind = "p1";
const lastDay = "2099-03-31";
const noFiles = { documents: {}, unsorted: [] };

/** `where`: the pages on which visitors find it. `published`: a day as the site writes it. */
export function PaperPreview({
  typed,
  where,
  published,
}: Record<"where" | "published", string> & { typed: FormValues }) {
  const uploads = useUploads<AnyKind>(noFiles);
  const audience = ownAudiences.find((one) => one === typed["audience"]) ?? "staff";
  const title = textIn(textsIn(typed, "label"), getLocale()) || m.own_paper_title();
  const icon = documentIcon(documentKinds.find((one) => one === typed["icon"]) ?? kind);
  const isDated = "hasLastDay" in typed;
  const paper = {
    kind,
    title,
    place: m.document_place({ number: writtenCount(1), count: writtenCount(1) }),
    pages: [],
    lastDay: isDated ? lastDayOn(lastDay, "") : undefined,
    grant: null,
    isFirst: true,
    picture: <NoPage />,
  } as const;
  return (
    <OwnPreview
      inForm={
        <DocumentBox {...{ kind, title, icon, uploads }} problem={undefined}>
          {isDated && (
            <LastDayField
              {...{ kind, title }}
              value={lastDay}
              problems={new Map()}
              isUnseen={audience !== "visitors"}
              isDocumentHere
            />
          )}
        </DocumentBox>
      }
      forStaff={
        <PreviewForStaff own={[]} published={published}>
          <Paper {...paper}>
            <PaperSeenBy who={audience} />
          </Paper>
        </PreviewForStaff>
      }
      forVisitors={
        audience === "visitors" ? (
          <>
            <p className="text-quiet">{where}</p>
            <PreviewForVisitors own={[]} published={published}>
              <Paper {...paper} />
            </PreviewForVisitors>
          </>
        ) : null
      }
    />
  );
}

/** Where the picture of the first page will be. */
const NoPage = () => (
  <span className="grid aspect-5/7 w-32 place-items-center border border-line bg-sunk text-quiet">
    <Icon icon={fileText} className="size-8" />
  </span>
);
