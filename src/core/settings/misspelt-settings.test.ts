import { expect, test } from "vitest";
import { settingNames } from "#config";
import { misspeltAmong } from "./misspelt-settings.ts";

test.each([
  ["PUBLICURL", "PUBLIC_URL"],
  ["PUBLIC-URL", "PUBLIC_URL"],
  ["public_url", "PUBLIC_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["DATABASE_URL_FIEL", "DATABASE_URL_FILE"],
  ["DATADIR", "DATA_DIR"],
  ["BACKUP_ULR", "BACKUP_URL"],
  ["SECRETS", "SECRET"],
  ["METRIC_TOKEN", "METRICS_TOKEN"],
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["port", "PORT"],
  ["Tz", "TZ"],
])("%s looks like %s", (name, meant) => {
  expect(misspeltAmong([name], settingNames)).toEqual([{ name, meant }]);
  // Whoever sets the correct name too may mean something else.
  expect(misspeltAmong([name, meant], settingNames)).toEqual([]);
});

test("names of other programs look like none of ours", () => {
  const others =
    "HOME HOSTNAME HOSTTYPE USER MAIL PATH PWD SHELL TERM LANG LC_ALL EDITOR LOGNAME SHLVL TMPDIR NODE_OPTIONS INIT_CWD " +
    "ATTESTRY_PORT ATTESTRY_SERVICE_HOST POSTGRES_PORT PGHOST PGPORT PGDATABASE OTEL_SERVICE_NAME AWS_REGION DATA_HOME " +
    "INVOCATION_ID JOURNAL_STREAM npm_config_registry SITE BACKUPS SSH_CLIENT XDG_DATA_HOME HTTP_PROXY NO_PROXY DB_URL";
  expect(misspeltAmong([...others.split(" "), ...settingNames], settingNames)).toEqual([]);
});
