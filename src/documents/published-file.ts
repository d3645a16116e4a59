import type { FileFormat } from "./file-format.ts";

/** How a document is shown: as a sheet to read, or as the portrait beside the particulars. */
export type DocumentUse = "paper" | "portrait";

/**
 * What a file is decoded for: a document, the operator's logo, which is stored with the settings, or the face of a person
 * who has an account.
 */
export type PictureUse = DocumentUse | "logo" | "avatar";

export type PublishedPage = {
  /** Width and height of the reading image, so that a web page can reserve its space. */
  width: number;
  height: number;
  reading: Uint8Array;
  /** The small image for lists, as WebP. */
  list: Uint8Array;
  /** A ThumbHash in base64. */
  placeholder: string;
};

export type PublishedFile = {
  format: FileFormat;
  /** The hash of the first page as uploaded: 64 bits in hex. Few bits differ between two copies of one picture. */
  perceptualHash: string;
  pages: PublishedPage[];
};
