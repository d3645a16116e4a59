import { Icon } from "#design/icon.tsx";
import keyRound from "lucide/dist/esm/icons/key-round.mjs";
import { m } from "#i18n/compiled/messages.js";

type PasskeyButtonProps = {
  label: string;
  /**
   * `prove`: a signed-in user shows a passkey again. `fill-in`: writes the passkey's response into the surrounding form
   * and submits it.
   */
  does: "sign-in" | "prove" | "add" | "fill-in";
  /** The page to open afterwards. */
  from?: string;
};

/** Visible only if scripts run and the browser supports passkeys. */
export function PasskeyButton({ label, does, from }: PasskeyButtonProps) {
  return (
    <div className="hidden gap-1 passkeys:grid">
      <button
        type="button"
        data-passkey={does}
        data-from={from}
        className="flex min-h-13 cursor-pointer items-center justify-center gap-3 rounded-sm border-2 border-line-strong px-4 font-semibold hover:bg-sunk aria-disabled:cursor-progress aria-disabled:opacity-70"
      >
        <Icon icon={keyRound} className="size-5" />
        {label}
      </button>
      <p id="passkey-problem" role="alert" className="text-16 font-semibold text-alarm empty:hidden" />
      <template id="passkey-failed">{m.problem_passkey_failed()}</template>
    </div>
  );
}

/** Says that passkeys do not work in this browser. */
export const NoPasskeysHere = () => (
  <>
    <p className="scripted:hidden">{m.passkey_without_script()}</p>
    <p className="hidden scripted:block passkeys:hidden">{m.passkey_not_here()}</p>
  </>
);
