import { sql } from "kysely";
import { describe, expect } from "vitest";
import { auditHead } from "#storage/database/audit.ts";
import { preparedSelect, type Writer } from "#storage/database/database.ts";
import { afterCommit, inTransaction, rolledBack } from "#storage/database/transaction.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";

const count = (writer: Writer) => sql`update audit_head set seq = seq + 1`.execute(writer);

const foundSeq = preparedSelect("seq for a test", (reader) =>
  reader.selectFrom("audit_head").select("seq").where("id", "=", "head"),
);

describe.each(engines)("a transaction on %s", (engine) => {
  const databaseTest = testOn(engine);

  databaseTest("is one with the writes and transactions inside it", async ({ portal }) => {
    const seqOutside = async () => (await auditHead(portal.database.read)).seq;
    const result = await inTransaction(portal, async (within, writer) => {
      await count(writer);
      await within.database.write(count);
      await inTransaction(within, async (inner) => inner.database.write(count));
      expect((await auditHead(within.database.read)).seq).toBe(3);
      expect(await within.database.find(foundSeq, ["head"])).toEqual({ seq: 3 });
      expect(await seqOutside()).toBe(0);
      return "done";
    });
    expect([result, await seqOutside()]).toEqual(["done", 3]);
  });

  databaseTest("is rolled back as a whole if a part fails, even if the error is caught", async ({ portal }) => {
    const ran: string[] = [];
    const begun = inTransaction(portal, async (within, writer) => {
      await count(writer);
      await afterCommit(within, () => ran.push("task"));
      const failing = within.database.write(async (same) => {
        await count(same);
        throw new Error("half way");
      });
      await failing.catch(() => undefined);
    });
    await expect(begun).rejects.toThrow("half way");
    expect([ran, (await auditHead(portal.database.read)).seq]).toEqual([[], 0]);
  });

  databaseTest("runs what was left for after its commit once, in order, outside of it", async ({ portal }) => {
    const ran: string[] = [];
    const leave = (within: typeof portal, name: string) =>
      afterCommit(within, async (committed) => {
        await committed.database.write(count);
        ran.push(`${name} ${(await auditHead(committed.database.read)).seq}`);
      });
    await inTransaction(portal, async (within) => {
      await leave(within, "outer");
      await inTransaction(within, (inner) => leave(inner, "inner"));
      expect(ran).toEqual([]);
    });
    await leave(portal, "none");
    expect(ran).toEqual(["outer 1", "inner 2", "none 3"]);
  });

  databaseTest("runs all of its tasks even if one fails, and stays committed", async ({ portal }) => {
    const ran: string[] = [];
    const begun = inTransaction(portal, async (within, writer) => {
      await count(writer);
      await afterCommit(within, () => Promise.reject(new Error("no disk")));
      await afterCommit(within, () => ran.push("second"));
    });
    await expect(begun).rejects.toThrow("no disk");
    expect([ran, (await auditHead(portal.database.read)).seq]).toEqual([["second"], 1]);
  });

  databaseTest("that is a dry run returns its result and changes nothing", async ({ portal }) => {
    const ran: string[] = [];
    const seq = await rolledBack(portal, async (within) => {
      await within.database.write(count);
      await afterCommit(within, () => ran.push("task"));
      return (await auditHead(within.database.read)).seq;
    });
    expect([seq, ran, (await auditHead(portal.database.read)).seq]).toEqual([1, [], 0]);
    await expect(rolledBack(portal, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  });

  databaseTest("cannot be written to after its end", async ({ portal }) => {
    const left = await inTransaction(portal, async (within) => within);
    await expect(left.database.write(count)).rejects.toThrow("has ended");
    expect((await auditHead(portal.database.read)).seq).toBe(0);
  });
});

testOn("postgres")("runs its tasks once although a conflict repeated it", async ({ environment, portal }) => {
  const other = await openForTest(environment);
  const ran: string[] = [];
  let attempts = 0;
  await inTransaction(portal, async (within, writer) => {
    attempts += 1;
    await afterCommit(within, () => ran.push(`attempt ${attempts}`));
    const key = sql`insert into limit_counter values ('once', 1, 1)`;
    if (attempts === 1) await other.database.write((writing) => key.execute(writing));
    await (attempts === 1 ? key : sql`select 1`).execute(writer);
  });
  expect([attempts, ran]).toEqual([2, ["attempt 2"]]);
});
