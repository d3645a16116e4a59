import type { ErrorId } from "#core/errors.ts";
import { type ProblemFacts, problemWords } from "#design/form/problem-words.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";

type GoogleButtonProps = {
  /** The page to open after the sign-in. */
  from: string;
  /** The page that has this button. It also shows the problems. */
  on: "login" | "register";
  problem: (ProblemFacts & { problem: ErrorId }) | null;
};

/** A form that leads to Google, above the other ways to sign in. With scripts, Google opens in a separate window. */
export const GoogleButton = ({ from, on, problem }: GoogleButtonProps) => (
  <>
    <form method="post" action={pages.google.path} data-google="" className="grid gap-1">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="on" value={on} />
      <button className="flex min-h-13 cursor-pointer items-center justify-center gap-3 rounded-sm border-2 border-line-strong bg-sunk px-4 font-semibold aria-disabled:cursor-progress aria-disabled:opacity-70">
        <GoogleMail />
        {m.google_button()}
      </button>
      <p id="google-problem" role="alert" className="text-16 font-semibold text-alarm empty:hidden">
        {problem && problemWords(problem.problem, problem)}
      </p>
      <template id="google-blocked">{m.google_popup_blocked()}</template>
      <template id="google-closed">{m.google_popup_closed()}</template>
    </form>
    <p className="flex items-center gap-4 text-16 text-quiet uppercase before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {m.or()}
    </p>
  </>
);

const GoogleMail = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true" className="size-5">
    <path
      fill="#4285F4"
      d="M17.64 9.2c0-.637-.057-1.251-.164-1.84H9v3.481h4.844c-.209 1.125-.843 2.078-1.796 2.717v2.258h2.908c1.702-1.567 2.684-3.874 2.684-6.615z"
    />
    <path
      fill="#34A853"
      d="M9 18c2.43 0 4.467-.806 5.956-2.18l-2.908-2.259c-.806.54-1.837.86-3.048.86-2.344 0-4.328-1.584-5.036-3.711H.957v2.332A8.997 8.997 0 0 0 9 18z"
    />
    <path
      fill="#FBBC05"
      d="M3.964 10.71A5.41 5.41 0 0 1 3.682 9c0-.593.102-1.17.282-1.71V4.958H.957A8.996 8.996 0 0 0 0 9c0 1.452.348 2.827.957 4.042l3.007-2.332z"
    />
    <path
      fill="#EA4335"
      d="M9 3.58c1.321 0 2.508.454 3.44 1.345l2.582-2.58C13.463.891 11.426 0 9 0A8.997 8.997 0 0 0 .957 4.958L3.964 7.29C4.672 5.163 6.656 3.58 9 3.58z"
    />
  </svg>
);
