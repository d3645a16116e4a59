import type { FormResult } from "#design/form/form-result.ts";
import type { ShownUpload } from "../uploads/upload-list.ts";

export const postPlaces = ["0", "1"] as const;

export type PostPlace = (typeof postPlaces)[number];

export type ShownPost = {
  title: string;
  text: string;
  banglaTitle: string;
  banglaText: string;
  images: Partial<Record<PostPlace, ShownUpload[]>>;
  descriptions: readonly [string, string];
  /** The version from which the form was filled in; "" for a new post. */
  version: string;
};

export const emptyPost: ShownPost = {
  title: "",
  text: "",
  banglaTitle: "",
  banglaText: "",
  images: {},
  descriptions: ["", ""],
  version: "",
};

export type PostResult = FormResult<ShownPost> & {
  /** The sent files that could not be kept, each with the id of its error. */
  lost: readonly { kind: PostPlace; problem: string }[];
};
