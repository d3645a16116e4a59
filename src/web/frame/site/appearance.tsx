import type { ShownLogo } from "#core/settings/logo.ts";

/** The parts of the site's appearance that the operator chooses. */
export type SiteAppearance = {
  logo: ShownLogo | null;
  /** Empty: the default accent. */
  accent: string;
};

const accentPath = "/accent.css";

export const accentAddress = (accent: string): string | null => (accent ? `${accentPath}?v=${accent.slice(1)}` : null);

/** React moves this link into the head. The style is a file, so that the policy can forbid inline styles. */
export function AccentSheet({ accent }: Pick<SiteAppearance, "accent">) {
  const address = accentAddress(accent);
  return address && <link rel="stylesheet" href={address} precedence="accent" />;
}

/** The logo on a white plate, because logos are drawn for white paper. Its place is reserved before it loads. */
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
