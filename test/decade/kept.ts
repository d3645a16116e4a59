import type { Step } from "./sequence.ts";

const by = (who: string) => ({ who, byKey: false });
const on = (who: string, number = 0) => ({ ...by(who), number, seen: 0 });

/** The shortest sequences of faults that were found, by what must hold. */
export const kept: Readonly<Record<string, readonly Step[]>> = {
  "an undo is not undone": [
    { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
    { kind: "run", given: { who: "Ada", what: "hide", numbers: [0], to: "Ada" } },
    { kind: "work", given: { dies: 9 } },
    { kind: "undo", given: { who: "Ada", back: 0 } },
    { kind: "work", given: { dies: 9 } },
    { kind: "undo", given: { who: "Ada", back: 0 } },
  ],
  "whoever writes to the database cannot undo a withdrawal unseen": [
    { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
    { kind: "update", given: { ...on("Ada"), name: 2, to: 7 } },
    { kind: "forge", given: {} },
  ],
  "a newcomer is no second admin beside whoever gave the role": [
    { kind: "fourEyes", given: { who: "Ben", isOn: true } },
    { kind: "member", given: { who: "Ada", whom: "Mina", what: "make-admin" } },
    { kind: "agree", given: { who: "Ben" } },
    { kind: "member", given: { who: "Ada", whom: "Ben", what: "make-student" } },
    { kind: "agree", given: { who: "Mina" } },
  ],
  "a key that ended does not come back": [
    { kind: "key", given: { who: "Ben" } },
    { kind: "member", given: { who: "Ada", whom: "Ben", what: "suspend" } },
    { kind: "member", given: { who: "Ada", whom: "Ben", what: "restore" } },
  ],
  "a site that was restored has no record whose card is gone, and verify finds it whole": [
    { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
    { kind: "card", given: on("Ada") },
    { kind: "backUp", given: {} },
    { kind: "restore", given: {} },
  ],
  "whoever waits is told of a record that an older secret indexed": [
    { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
    { kind: "backUp", given: {} },
    { kind: "rotate", given: {} },
    { kind: "restore", given: {} },
    { kind: "watch", given: { mailbox: 0, number: 0, name: 0 } },
    { kind: "work", given: { dies: 9 } },
  ],
  "an organisation is told that a record was deleted, although another one with its number is published on the same day":
    [
      { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
      { kind: "check", given: { numbers: [0], name: 0 } },
      { kind: "remove", given: on("Ada") },
      { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
      { kind: "work", given: { dies: 9 } },
    ],
  "a card does not work when the account of whoever made it is deleted": [
    { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
    { kind: "card", given: on("Ben") },
    { kind: "member", given: { who: "Ada", whom: "Ben", what: "delete" } },
    { kind: "useCard", given: { back: 0 } },
  ],
  "pages that were opened with the card of somebody who is shut out without an answer are frozen": [
    { kind: "add", given: { ...by("Ada"), number: 0, name: 0 } },
    { kind: "card", given: on("Ben") },
    { kind: "useCard", given: { back: 0 } },
    { kind: "member", given: { who: "Ada", whom: "Ben", what: "suspend" } },
  ],
};
