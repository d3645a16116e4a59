import type { S3Mood, S3Server } from "../support/s3-server.ts";
import type { Outage } from "./outages.ts";

const moods: readonly (S3Mood | "is gone")[] = [
  "is gone",
  "says nothing",
  "is slow",
  "cuts answers",
  "asks to slow down",
];

/** The number of connections to S3 that a site may keep (see docs/operator/databases.md). */
const maxConnections = 8;

/** Each outage is a different fault of S3. */
export function s3Trouble(s3: S3Server): Outage & { begin: () => Promise<void>; end: () => Promise<void> } {
  let count = 0;
  return {
    async begin() {
      const mood = moods[count % moods.length] ?? "serves";
      count += 1;
      if (mood === "is gone") await s3.stop();
      else s3.mood = mood;
    },
    async end() {
      s3.mood = "serves";
      await s3.stop();
      await s3.start();
    },
    isReadable: true,
    hidesDocuments: true,
    async leftOver() {
      const open = await s3.connections();
      return open <= maxConnections ? [] : [`${open} connections to S3 are open`];
    },
  };
}
