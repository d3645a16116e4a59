import { Link } from "react-router";
import { keyed } from "#design/page/keys.ts";

type TextLinkProps = {
  to: string;
  label: string;
  hotkey?: string;
  className?: string;
};

/** A link outside of a sentence, tall enough for a finger. */
export const TextLink = ({ to, label, hotkey, className = "" }: TextLinkProps) => (
  <Link
    to={to}
    className={`inline-flex min-h-11 items-center ${className}`.trim()}
    {...(hotkey !== undefined && keyed(hotkey, label))}
  >
    {label}
  </Link>
);
