import type { ButtonHTMLAttributes } from "react";

type ButtonLook = {
  /** `primary`: the one next thing to do on a page. `danger`: takes something away. `row`, `row-danger`: within a row of a table. */
  look?: "primary" | "secondary" | "danger" | "row" | "row-danger";
  /** The two larger ones fill the width of a phone. */
  size?: "small" | "medium" | "large";
};

/** For links that look like buttons. */
export function buttonClass({ look = "primary", size = "medium" }: ButtonLook): string {
  if (look === "row") return "row-button";
  return look === "row-danger" ? "row-button grave" : `button ${look} ${size}`;
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** The form is under way: the button keeps its width and its name, and a second press does nothing. */
    isBusy?: boolean;
  };

export const Button = ({ look = "primary", size = "medium", isBusy, className = "", ...button }: ButtonProps) => (
  <button aria-disabled={isBusy} {...button} className={`${buttonClass({ look, size })} ${className}`.trim()} />
);
