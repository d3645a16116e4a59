import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** The mail server that an admin set, sealed under the settings' key. */
export const mailServerColumn = (engine: Engine): string =>
  inDialect(engine, "alter table settings add column sealed_mail_server {bytes} default null;");
