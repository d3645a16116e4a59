import type { ShownProvider } from "#core/accounts/accounts.ts";
import type { ErrorId } from "#core/errors.ts";
import { type ProblemFacts, problemWords } from "#design/form/problem-words.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";

/** Why a provider led back. `id`: which one did, if it is in the settings. */
export type ProviderProblem = ProblemFacts & { problem: ErrorId; id?: string };

type ProviderButtonsProps = {
  providers: readonly ShownProvider[];
  /** The page to open after the sign-in. */
  from: string;
  /** The page that has these buttons. It also shows the problems. */
  on: "login" | "register";
  problem: ProviderProblem | null;
  /** True if other ways to sign in follow. */
  hasMore?: boolean;
};

/** Forms that lead to the providers, above the other ways to sign in. With scripts, a provider opens in a separate window. */
export const ProviderButtons = ({ providers, hasMore = true, problem, ...shared }: ProviderButtonsProps) =>
  providers.length > 0 && (
    <>
      <div className="grid gap-3">
        {providers.map((provider) => (
          <ProviderButton key={provider.id} {...provider} {...shared} />
        ))}
        <p id="provider-problem" role="alert" className="text-16 font-semibold text-alarm empty:hidden">
          {problem && problemWords(problem.problem, problem)}
        </p>
      </div>
      {hasMore && (
        <p className="flex items-center gap-4 text-16 text-quiet uppercase before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          {m.or()}
        </p>
      )}
    </>
  );

type ProviderButtonProps = ShownProvider & Pick<ProviderButtonsProps, "from" | "on">;

const ProviderButton = ({ id, name: provider, from, on }: ProviderButtonProps) => (
  <form method="post" action={pages.provider.path} data-provider="">
    <input type="hidden" name="provider" value={id} />
    <input type="hidden" name="from" value={from} />
    <input type="hidden" name="on" value={on} />
    <button className="min-h-13 w-full cursor-pointer rounded-sm border-2 border-line-strong bg-sunk px-4 py-2 font-semibold wrap-anywhere aria-disabled:cursor-progress aria-disabled:opacity-70">
      {m.provider_button({ provider })}
    </button>
    <template id={`provider-blocked-${id}`}>{m.provider_popup_blocked({ provider })}</template>
    <template id={`provider-closed-${id}`}>{m.provider_popup_closed({ provider })}</template>
  </form>
);
