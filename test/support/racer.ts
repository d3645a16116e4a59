import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const program = new URL("racer-process.ts", import.meta.url);

type RecordAction = "approve" | "hide" | "delete";
type StaffAction = "demote" | "delete-account" | "suspend";
export type Attempt =
  | { deed: RecordAction; id: string; version: number }
  /** `by` is the admin who does it. */
  | { deed: StaffAction; id: string; by: string }
  | { deed: "take-invitation" | "set-up"; token: string; email: string };
export type FlashMessage = Attempt | { opens: Record<string, string> };

/** Another process with the same portal, that does as it is told and says how it went. */
export async function startRacer(environment: Record<string, string>) {
  const child = fork(program, { env: { ...process.env, ...environment } });
  const next = async () => z.tuple([z.string()], z.unknown()).parse(await once(child, "message"))[0];
  const tell = async (told: FlashMessage) => {
    const answer = next();
    child.send(told);
    return answer;
  };
  await next();
  return {
    attempt: (attempt: Attempt): Promise<string> => tell(attempt),
    /** Another portal from now on: to open one takes less than to start a process. */
    opens: (other: Record<string, string>): Promise<string> => tell({ opens: other }),
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
