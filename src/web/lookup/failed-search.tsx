import { m } from "#i18n/compiled/messages.js";
import { SearchButton } from "./search-button.tsx";

/** The search did not come to an end: why, and the same question again at one press. */
export function FailedSearch({ reason, form }: { reason: string; form: string }) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4">
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {m.no_result()}
      </h2>
      <p>{reason}</p>
      <SearchButton form={form} label={m.try_again()} />
    </div>
  );
}
