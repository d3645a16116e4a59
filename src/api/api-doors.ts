import { Hono } from "hono";
import type { ApiParts } from "./api-parts.ts";
import { recordCalls } from "./contract/record-calls.ts";
import { settingsCalls } from "./contract/settings-calls.ts";
import type { DoorEnv, Doors } from "./doors/mount-call.ts";
import { refuseOtherMethods } from "./doors/other-methods.ts";
import { recordDoors } from "./records/record-doors.ts";
import { referenceDoors, type ReferenceParts } from "./reference/reference-doors.ts";
import { settingsDoors } from "./settings/settings-doors.ts";

/** The calls of the specification; lookups have a lane of their own. */
export function apiDoors(parts: ApiParts & ReferenceParts): Doors {
  const doors = new Hono<DoorEnv>();
  doors.route("/", recordDoors(parts));
  doors.route("/", settingsDoors(parts));
  doors.route("/", referenceDoors(parts));
  refuseOtherMethods(doors, [...recordCalls, ...settingsCalls]);
  return doors;
}
