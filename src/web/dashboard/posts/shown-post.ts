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
  /** From which version it was filled in; "" for a new post. */
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
  /** Why a file that came along is not here: the id of the error. */
  lost: readonly { kind: PostPlace; problem: string }[];
};
