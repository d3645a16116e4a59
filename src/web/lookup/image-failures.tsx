import { m } from "#i18n/compiled/messages.js";
import { askAgainForm } from "./ask-again.tsx";

/** Over an image that did not come. */
export const FailedImage = () => (
  <div className="image-trouble">
    <p>{m.image_failed()}</p>
    <button type="button" data-retry="" className="quiet-button">
      {m.try_again()}
    </button>
  </div>
);

/** Over an image whose link has ended: the same question brings a new one. */
export const EndedLink = () => (
  <div className="image-trouble">
    <p>{m.link_ended()}</p>
    <button form={askAgainForm} className="quiet-button">
      {m.show_again()}
    </button>
  </div>
);
