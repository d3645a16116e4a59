import type { FieldProblem } from "#core/errors.ts";

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

/** What came of sending it, when it was not taken. */
export type RefusedPost = {
  post: ShownPost;
  /** By field: title, text, images.0, images.1, descriptions.0, descriptions.1. */
  fields: Readonly<Record<string, FieldProblem>>;
  /** Why a file that came along is not here, by its place: the ids of errors. */
  lost: readonly [string | null, string | null];
  /** What is wrong with all of it. */
  problem: "stale" | "gone" | "failed" | null;
};
