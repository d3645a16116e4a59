import type { DocumentPage } from "#core/records/candidate-record.ts";
import type { DocumentUse, PublishedFile } from "#documents/published-file.ts";

/** What is known of an upload, sealed under its key. */
export type ImageFacts = {
  use: DocumentUse;
  format: PublishedFile["format"];
  size: number;
  sha256: string;
  perceptualHash: string;
  pages: DocumentPage[];
};

export const imageFactsPlace = (id: string): string => `image/${id}`;
