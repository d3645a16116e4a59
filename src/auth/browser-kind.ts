const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(UCBrowser|UCWEB)/, "UC Browser"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(intosh| OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/**
 * "Firefox on Android", nothing more precise: enough to recognise one's own browser, too little to tell people apart.
 * "" if unknown.
 */
export function browserKind(userAgent: string): string {
  const first = (kinds: readonly [RegExp, string][]) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = first(browsers);
  const system = first(systems);
  return browser && system ? `${browser} on ${system}` : (browser ?? "");
}
