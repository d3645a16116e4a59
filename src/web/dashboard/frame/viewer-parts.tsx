import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { FailedImage } from "../../sheet/page-image.tsx";
import viewerStyles from "../../sheet/viewer.css?url";
import { Viewer } from "../../sheet/viewer.tsx";

/**
 * The templates that the script of all pages (web/enhance) uses to open images. Links of staff never expire, so
 * "link-ended" offers no new link.
 */
export const ViewerParts = () => (
  <>
    <Template id="viewer" styles={viewerStyles}>
      <Viewer />
    </Template>
    <Template id="image-failed">
      <FailedImage />
    </Template>
    <Template id="link-ended">
      <FailedImage />
    </Template>
  </>
);

/** React cannot hydrate the content of a <template>, so a portal renders the content after hydration. */
function Template({ id, styles, children }: { id: string; styles?: string; children: ReactNode }) {
  const [template, setTemplate] = useState<HTMLTemplateElement | null>(null);
  return (
    <template id={id} data-styles={styles} ref={setTemplate}>
      {template && createPortal(children, template.content)}
    </template>
  );
}
