import type { ButtonHTMLAttributes } from "react";

type SubmitButtonProps = {
  label: string;
  /** `main` is the one next thing to do on a page. */
  look?: "main" | "quiet";
} & Pick<ButtonHTMLAttributes<HTMLButtonElement>, "name" | "value" | "form">;

const looks = {
  main: "min-h-13 bg-action text-18 text-action-ink",
  quiet: "min-h-11 border-2 border-line-strong text-16 hover:bg-sunk",
};

/** Keeps its width and its name while the form is under way; a second press then does nothing. */
export function SubmitButton({ label, look = "main", ...behaviour }: SubmitButtonProps) {
  return (
    <button
      {...behaviour}
      className={`cursor-pointer rounded-sm px-6 font-semibold transition-transform duration-300 active:scale-97 aria-disabled:cursor-progress aria-disabled:opacity-70 max-sm:w-full ${looks[look]}`}
    >
      {label}
    </button>
  );
}
