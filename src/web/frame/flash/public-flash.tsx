import { fading, type FlashMessageId, wordsOf } from "./flash-messages.ts";
import { FlashText } from "./flash-text.tsx";

/** Shows a flash message on a public page. It covers no content, and no content moves when it fades out. */
export const PublicFlash = ({ message }: { message: FlashMessageId }) => (
  <div className={`-mb-6 px-4 pt-4 sm:-mb-12 sm:px-6 ${fading(message)}`}>
    <div
      role="status"
      data-flash={message}
      className="sheet mx-auto grid max-w-md rounded-sm border border-line bg-surface px-4 py-3 text-ink"
    >
      <FlashText {...wordsOf(message)} />
    </div>
  </div>
);
