import type { FileFormat } from "./file-format.ts";

/** How a document is shown: as a sheet to read, or as the portrait beside the particulars. */
export type DocumentUse = "paper" | "portrait";

/** What files are decoded for: documents, and the operator's logo, which is stored with the settings. */
export type PictureUse = DocumentUse | "logo";

export type PublishedPage = {
  /** Of the reading image, so that a page can reserve its space. */
  width: number;
  height: number;
  reading: Uint8Array;
  /** WebP, for lists. */
  list: Uint8Array;
  /** ThumbHash, base64. */
  placeholder: string;
};

export type PublishedFile = {
  format: FileFormat;
  /** Of the first page as it was sent, 64 bits in hex; few bits differ between two copies of one picture. */
  perceptualHash: string;
  pages: PublishedPage[];
};
