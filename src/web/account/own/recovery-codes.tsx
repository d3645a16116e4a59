import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";

type RecoveryCodesProps = { operatorName: string; email: string; codes: readonly string[] };

const look =
  "inline-flex min-h-11 items-center rounded-sm border-2 border-line-strong px-6 text-16 font-semibold no-underline hover:bg-sunk";

/** Shown once. They can be printed, and kept as a file without asking the server again. */
export function RecoveryCodes({ operatorName, email, codes }: RecoveryCodesProps) {
  const title = m.recovery_file({ email, operator: operatorName });
  const file = `${title}\n\n${codes.join("\n")}\n`;
  return (
    <AccountPage title={m.recovery_title()} operatorName={operatorName} text={m.recovery_text()}>
      <div className="sheet grid gap-4 rounded-sm bg-surface p-6 text-ink">
        <p className="text-16">{title}</p>
        <ul className="grid gap-x-8 gap-y-2 font-semibold tracking-wide tabular-nums min-[25rem]:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="font-[inherit]">{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className={look}
        >
          {m.recovery_download()}
        </a>
        <button type="button" data-print="" className={`hidden cursor-pointer scripted:inline-flex ${look}`}>
          {m.recovery_print()}
        </button>
      </div>
      <a
        href="/account/second-step"
        className="inline-flex min-h-13 items-center justify-center rounded-sm bg-action px-6 font-semibold text-action-ink no-underline print:hidden"
      >
        {m.recovery_done()}
      </a>
    </AccountPage>
  );
}
