import type { FormResult } from "#design/form/form-result.ts";

/** An image in one of the two places: an upload that waits, or the one that the post has. */
export type ShownPostImage = { id: string; isStored: boolean };

export type PostPlace = 0 | 1;

/** The form as it is filled in. */
export type ShownPost = {
  title: string;
  text: string;
  images: readonly [ShownPostImage | null, ShownPostImage | null];
  /** What they show. */
  descriptions: readonly [string, string];
  /** From which version it was filled in; "" for a new post. */
  version: string;
};

export const emptyPost: ShownPost = { title: "", text: "", images: [null, null], descriptions: ["", ""], version: "" };

export type PostResult = FormResult<ShownPost> & {
  /** Why a file that came along is not here, by its place: the ids of errors. */
  lost: readonly [string | null, string | null];
};
