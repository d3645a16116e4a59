import { m } from "#i18n/compiled/messages.js";
import { ConfirmLink, type Question } from "./confirm.tsx";
import { keyed } from "./keys.ts";

/** Deletes the thing of a row, after a question. */
export const DeleteLink = (question: Pick<Question, "of" | "action" | "back">) => (
  <ConfirmLink
    {...question}
    label={m.delete_record()}
    className="row-button grave"
    {...keyed("x", m.delete_record())}
  />
);
