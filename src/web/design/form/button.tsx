import type { ButtonHTMLAttributes } from "react";

type ButtonLook = {
  /** `primary`: the main action of a page. `danger`: removes something. `row`, `row-danger`: inside a table row. */
  look?: "primary" | "secondary" | "danger" | "row" | "row-danger";
  /** `medium` and `large` buttons fill the width of a phone. */
  size?: "small" | "medium" | "large";
};

/** Returns the class of a button, for links that look like buttons. */
export function buttonClass({ look = "primary", size = "medium" }: ButtonLook): string {
  if (look === "row") return "row-button";
  return look === "row-danger" ? "row-button grave" : `button ${look} ${size}`;
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** True while the form is being sent. The button keeps its width and its label, and a second press does nothing. */
    isBusy?: boolean;
  };

export const Button = ({ look = "primary", size = "medium", isBusy, className = "", ...button }: ButtonProps) => (
  <button aria-disabled={isBusy} {...button} className={`${buttonClass({ look, size })} ${className}`.trim()} />
);
