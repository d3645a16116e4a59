import { Hono } from "hono";
import { accountDoors } from "./accounts/account-doors.ts";
import type { DoorEnv } from "./door-env.ts";
import type { Doors } from "./doors/mount-call.ts";
import { newsDoor } from "./news/news-door.ts";
import { recordDoors } from "./records/record-doors.ts";
import { referenceDoors, type ReferenceParts } from "./reference/reference-doors.ts";
import { settingsDoors } from "./settings/settings-doors.ts";

/** What is for programs; lookups have a lane of their own. */
export function apiDoors(parts: ReferenceParts): Doors {
  const doors = new Hono<DoorEnv>();
  doors.route("/", recordDoors(parts));
  doors.route("/", settingsDoors(parts));
  doors.route("/", accountDoors(parts));
  doors.route("/", newsDoor(parts));
  doors.route("/", referenceDoors(parts));
  return doors;
}
