import { type ButtonHTMLAttributes, createContext, useContext } from "react";

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

/** Whether the form around a button is being sent. */
export const Sending = createContext<boolean | undefined>(undefined);

export function Button({ variant = "primary", size = "medium", isBusy, className = "", ...button }: ButtonProps) {
  const isSending = useContext(Sending);
  const look = `${buttonClass({ variant, size })} ${className}`.trim();
  return <button aria-disabled={isBusy ?? isSending} {...button} className={look} />;
}
