import type { ButtonHTMLAttributes } from "react";

const looks = {
  /** The one next thing to do on a page. */
  primary: "button primary",
  secondary: "button secondary",
  /** Within a row of a table. */
  row: "row-button",
  /** The same for what cannot be undone. */
  danger: "row-button grave",
};

/** How tall; the two larger ones fill the width of a phone. */
const sizes = { small: "", medium: "medium", large: "large" };

type ButtonLook = { look?: keyof typeof looks; size?: keyof typeof sizes };

/** For links that look like buttons. */
export const buttonClass = ({ look = "primary", size = "medium" }: ButtonLook = {}): string =>
  `${looks[look]} ${sizes[size]}`.trim();

type ButtonProps = ButtonLook & {
  /** The form is under way: the button keeps its width and its name, and a second press does nothing. */
  isBusy?: boolean;
} & ButtonHTMLAttributes<HTMLButtonElement>;

export const Button = ({ look, size, isBusy, className = "", ...button }: ButtonProps) => (
  <button
    aria-disabled={isBusy}
    {...button}
    className={`${buttonClass({ ...(look && { look }), ...(size && { size }) })} ${className}`.trim()}
  />
);
