import { expect, test } from "vitest";
import { newsOf } from "./holder-news.ts";

test.each([
  ["address revision approvedBy", ["changed"]],
  ["documents lastDays revision", ["documents"]],
  ["name documents revision returnReason", ["documents", "changed"]],
  ["revision", []],
])("a holder is notified of what an approval or an update changed of the record: %s", (changed_fields, news) => {
  for (const action of ["revision-approved", "candidate-updated"] as const)
    expect(newsOf({ action, actor: "ada", changed_fields })).toEqual(news);
});
