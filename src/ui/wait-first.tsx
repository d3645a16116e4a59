import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { languageForm } from "./language-choice.tsx";
import { lookupForm } from "./lookup-form.tsx";
import { SearchButton } from "./search-button.tsx";

type WaitFirstProps = { seconds: number; ticket: string; challenge: string };

/** For who has no script. Where one runs, it solves the challenge and this is never shown. */
export function WaitFirst({ seconds, ticket, challenge }: WaitFirstProps) {
  return (
    <div data-challenge={challenge} className="grid max-w-2xl justify-items-start gap-4">
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {m.wait_title()}
      </h2>
      <p>{m.wait_reason()}</p>
      <p>{m.wait_then({ count: seconds, written: writtenCount(seconds) })}</p>
      <input type="hidden" form={lookupForm} name="wait" value={ticket} />
      <input type="hidden" form={languageForm} name="wait" value={ticket} />
      <SearchButton form={lookupForm} label={m.wait_done()} />
    </div>
  );
}
