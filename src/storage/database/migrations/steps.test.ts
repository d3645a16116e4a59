import { describe, expect, test } from "vitest";
import { checksumOf } from "./migration.ts";
import { lookupMigrations, migrations } from "./steps.ts";

describe("the migration steps", () => {
  // A database refuses an edited step that has already run there. Add new steps to these lists; never change old ones.
  test("keep the names and checksums with which they have run", () => {
    const sums = (engine: "sqlite" | "postgres", { steps }: typeof migrations) =>
      steps.map((step) => `${step.name} ${checksumOf(step, engine).slice(0, 12)}`);
    expect(sums("sqlite", migrations)).toEqual([
      "ground 4b016647caf4",
      "posts-in-bangla 2a73894d0aaa",
      "backups 7a85c27be530",
      "move-marks c49bd804b2c9",
      "processes e3b0c44298fc",
      "lookups-by-day e3b0c44298fc",
      "record-hashes 10c6eafa7abc",
      "bulk-runs ec023ceb2662",
      "record-counts 9bbc237ce521",
      "comments 238a3eb775db",
      "file-hashes c99dec81a2f1",
      "record-views b6172c4cd2cf",
      "mail-server bec273df759c",
      "alerts 4842c743d622",
      "api-keys e0dfb4b2cad4",
      "last-days a140596b5030",
      "audit-page 640c98358e61",
      "webhooks 5a32e12e4393",
      "imports a9e6b33c9930",
      "signing-keys 9e47fb337aa3",
      "log c7df2a1e0437",
      "retention ab3a2739c4a7",
      "import-uploads 5257bf9b438f",
      "holders 3f69a6f7dd38",
      "erased-comments 72a4c7ef1005",
      "statements 39648d71544b",
      "holder-reports e370756477a1",
      "share-codes b78295781443",
      "watches 767faa72cd4b",
      "holder-news 1a3293795edd",
      "holder-looks c8de0d589f69",
      "watches-compared 32a1f1ead91c",
      "holder-account b7561c4c7e9c",
      "holder-states d1e0a4984f85",
    ]);
    expect(sums("postgres", migrations)).toEqual([
      "ground e06c034e1af3",
      "posts-in-bangla 2a73894d0aaa",
      "backups 62518c1538b4",
      "move-marks a1d9dbbc1561",
      "processes 26fe8cbd523a",
      "lookups-by-day c54544623ac3",
      "record-hashes 4887b61821f9",
      "bulk-runs 5d2c5a634469",
      "record-counts f4609cf76391",
      "comments 25156a42166e",
      "file-hashes 68543d5d2a03",
      "record-views dd65203d9095",
      "mail-server b8002cec8deb",
      "alerts a536e13ae66f",
      "api-keys 8dd95a2d80c2",
      "last-days 4c262a9f0a14",
      "audit-page dd24fe7dd772",
      "webhooks 5981dbbef0f7",
      "imports fe399e608321",
      "signing-keys cf119d150b41",
      "log 2583ca94d86b",
      "retention 9e6bb2acb819",
      "import-uploads 97eedaf41c48",
      "holders f75dfa72319b",
      "erased-comments b00a417189c2",
      "statements e4107b864fd1",
      "holder-reports d21e27ec59a2",
      "share-codes fa7ec43664cc",
      "watches 937a9528bb3e",
      "holder-news 9eb11a65d8d8",
      "holder-looks 6f770f4190e1",
      "watches-compared 122055d7e04e",
      "holder-account 1dcc0b252cb3",
      "holder-states 6e0e6e21b9b0",
    ]);
    expect(sums("sqlite", lookupMigrations)).toEqual([
      "lookups daccab4e3225",
      "processes bca541eb68a9",
      "lookups-by-day 8a3e5e34f604",
    ]);
  });

  test("that are additive only make tables, indexes and columns with defaults", () => {
    const additive = [...migrations.steps, ...lookupMigrations.steps].filter(({ isAdditive }) => isAdditive);
    const statements = additive.flatMap(({ sqlite, postgres }) => `${sqlite};${postgres}`.split(";"));
    const allowed = /^\s*(create (table|index)\b|alter table \w+ add column .* default |$)/;
    expect(statements.filter((statement) => !allowed.test(statement))).toEqual([]);
  });
});
