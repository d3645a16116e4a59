import type { ShownLogo } from "#core/settings/logo.ts";

/** What an operator chooses of how the site looks. */
export type SiteLook = {
  logo: ShownLogo | null;
  /** Empty: as the site comes. */
  accent: string;
};

const accentPath = "/accent.css";

export const accentAddress = (accent: string): string | null => (accent ? `${accentPath}?v=${accent.slice(1)}` : null);

/** React puts it into the head. It is a file, so that the policy allows no style in pages. */
export function AccentSheet({ accent }: Pick<SiteLook, "accent">) {
  const address = accentAddress(accent);
  return address && <link rel="stylesheet" href={address} precedence="accent" />;
}

/** On a plate of its own, because logos are drawn for white paper. Its place is reserved before it comes. */
export const OperatorLogo = ({ logo, operatorName }: { logo: ShownLogo; operatorName: string }) => (
  <img
    src={logo.address}
    width={logo.width}
    height={logo.height}
    alt={operatorName}
    decoding="async"
    className="logo"
  />
);
