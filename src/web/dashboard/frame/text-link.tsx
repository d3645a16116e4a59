import { Link } from "react-router";
import { keyed } from "#design/page/keys.ts";

type TextLinkProps = {
  to: string;
  label: string;
  hotkey?: string;
  className?: string;
};

/** A link that stands outside a sentence, tall enough to be tapped. */
export const TextLink = ({ to, label, hotkey, className = "" }: TextLinkProps) => (
  <Link
    to={to}
    className={`inline-flex min-h-11 items-center ${className}`.trim()}
    {...(hotkey !== undefined && keyed(hotkey, label))}
  >
    {label}
  </Link>
);
