import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { FailedImage } from "../../lookup/page-image.tsx";
import { Viewer } from "../../lookup/viewer.tsx";

/** What the script of all pages (web/enhance) takes to open images with. Staff need no new link to an image. */
export const ViewerParts = () => (
  <>
    <Template id="viewer">
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

/** React cannot hydrate what is inside of a template, so it is put there once it runs. */
function Template({ id, children }: { id: string; children: ReactNode }) {
  const [template, setTemplate] = useState<HTMLTemplateElement | null>(null);
  return (
    <template id={id} ref={setTemplate}>
      {template && createPortal(children, template.content)}
    </template>
  );
}
