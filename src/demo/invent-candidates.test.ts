import { describe, expect, test } from "vitest";
import { parseParticulars } from "#core/candidates/candidate.ts";
import { documentKinds } from "#core/candidates/document-kinds.ts";
import { fullyDocumented, type InventedCandidate, inventCandidates } from "./invent-candidates.ts";
import { memorableNumbers } from "./invent-numbers.ts";

const candidates = inventCandidates({ seed: 1, count: 200 });

const standingOf = ({ approval, hidden, ofOtherRegistry }: InventedCandidate) =>
  [approval, hidden ? "hidden" : "", ofOtherRegistry ? "elsewhere" : ""].filter((word) => word !== "").join(" ");

const isShown = (candidate: InventedCandidate) => standingOf(candidate) === "approved";

describe("invented candidates", () => {
  test("are the same for the same seed", () => {
    expect(inventCandidates({ seed: 1, count: 200 })).toEqual(candidates);
    expect(inventCandidates({ seed: 2, count: 200 })).not.toEqual(candidates);
  });

  test("pass the checks of the add form unchanged", () => {
    for (const candidate of candidates) expect(candidate).toMatchObject(parseParticulars(candidate));
  });

  test("stand in every state, most of them shown", () => {
    const states = new Set(candidates.map(standingOf));
    expect([...states].toSorted()).toEqual([
      "approved",
      "approved elsewhere",
      "approved hidden",
      "returned",
      "waiting",
      "waiting hidden",
    ]);
    expect(candidates.filter(isShown).length).toBeGreaterThan(candidates.length / 2);
  });

  test("begin with three that are shown and have memorable numbers", () => {
    const first = candidates.slice(0, 3);
    expect(first.every(isShown)).toBe(true);
    expect(first).toMatchObject(memorableNumbers);
  });

  test("who waits longest for approval has every kind of paper", () => {
    const waiting = candidates.filter(({ approval }) => approval === "waiting");
    const [first] = waiting.toSorted((one, other) => one.addedAt - other.addedAt);
    expect(first?.papers.map(({ kind }) => kind)).toEqual(documentKinds);
  });

  test("say why they were sent back, and only then", () => {
    for (const { approval, returnReason } of candidates) expect(returnReason !== "").toBe(approval === "returned");
  });

  test("were approved on different days after they were added, if they were", () => {
    for (const { approval, addedAt, approvedAt } of candidates) {
      if (approval === "approved") expect(approvedAt).toBeGreaterThan(addedAt);
      else expect(approvedAt).toBeNull();
    }
    expect(new Set(candidates.map((candidate) => candidate.approvedAt)).size).toBeGreaterThan(100);
  });

  test("have every kind of paper at first, mostly shown, then one kind each in turn", () => {
    const [documented, others] = [candidates.slice(0, fullyDocumented), candidates.slice(fullyDocumented)];
    for (const { papers } of documented) expect(papers.map((paper) => paper.kind)).toEqual(documentKinds);
    expect(documented.filter(isShown).length).toBeGreaterThan(fullyDocumented / 2);
    expect(others.every((candidate) => candidate.papers.length === 1)).toBe(true);
    expect(new Set(others.flatMap((candidate) => candidate.papers.map((paper) => paper.kind)))).toEqual(
      new Set(documentKinds),
    );
  });

  test("have one paper of two pages", () => {
    const long = candidates.flatMap((candidate) => candidate.papers.filter((paper) => paper.pages > 1));
    expect(long).toEqual([{ kind: "jobOffer", pages: 2 }]);
  });
});
