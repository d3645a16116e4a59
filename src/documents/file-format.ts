const signatures = {
  jpeg: [{ at: 0, text: "\xff\xd8\xff" }],
  png: [{ at: 0, text: "\x89PNG\r\n\x1a\n" }],
  webp: [
    { at: 0, text: "RIFF" },
    { at: 8, text: "WEBP" },
  ],
  pdf: [{ at: 0, text: "%PDF-" }],
} as const;

export type FileFormat = keyof typeof signatures;

/** True for HEIC, the default photo format of iPhones. No HEIC decoder has a licence that lets us distribute it. */
export const isHeic = (firstBytes: Uint8Array): boolean =>
  /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s.test(
    Buffer.from(firstBytes.subarray(0, signatureLength)).toString("latin1"),
  );

/** The number of first bytes that identify a format. */
const signatureLength = 16;

const formats: readonly FileFormat[] = ["jpeg", "png", "webp", "pdf"];

/** Detects the format by content: a file name or a declared type proves nothing. The signature must be at the start. */
export function formatOf(firstBytes: Uint8Array): FileFormat | undefined {
  const text = Buffer.from(firstBytes.subarray(0, signatureLength)).toString("latin1");
  return formats.find((format) => signatures[format].every((part) => text.startsWith(part.text, part.at)));
}
