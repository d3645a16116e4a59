import type { ButtonHTMLAttributes } from "react";

type ButtonVariant = {
  /** `primary`: the main action of a page. `danger`: removes something. `row`, `row-danger`: inside a table row. */
  variant?: "primary" | "secondary" | "danger" | "row" | "row-danger";
  /** `medium` and `large` buttons fill the width of a phone. */
  size?: "small" | "medium" | "large";
};

export function buttonClass({ variant = "primary", size = "medium" }: ButtonVariant): string {
  if (variant === "row") return "row-button";
  return variant === "row-danger" ? "row-button grave" : `button ${variant} ${size}`;
}

type ButtonProps = ButtonVariant &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** True while the form is being sent. The button keeps its width and its label, and a second press does nothing. */
    isBusy?: boolean;
  };

export const Button = ({ variant = "primary", size = "medium", isBusy, className = "", ...button }: ButtonProps) => (
  <button aria-disabled={isBusy} {...button} className={`${buttonClass({ variant, size })} ${className}`.trim()} />
);
