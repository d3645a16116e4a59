import { useClearedFlash } from "./clear-flash.ts";
import { fading, type PublicFlash, wordsOf } from "./flash-messages.ts";
import { FlashText } from "./flash-text.tsx";

/** Shows a flash message on a public page. It covers no content, and no content moves when it fades out. */
export function FlashSheet({ message, at }: PublicFlash) {
  useClearedFlash(at);
  const words = wordsOf(message);
  return (
    <div className={`px-4 pt-4 sm:-mb-12 sm:px-6 ${fading(message)}`}>
      <div
        role={words.isProblem ? "alert" : "status"}
        data-flash={message}
        className={`sheet mx-auto grid max-w-md rounded-sm border bg-surface px-4 py-3 ${words.isProblem ? "border-alarm font-semibold text-alarm" : "border-line text-ink"}`}
      >
        <FlashText {...words} />
      </div>
    </div>
  );
}
