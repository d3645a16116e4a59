import { expect, test } from "vitest";
import { decodingRoom } from "./decoding-room.ts";

const [gb, half] = [1024, 512];

test.for([
  ["a large machine", { processors: 2, megabytes: 24 * gb }, { processes: 2, memoryLimitMb: 1024, isOneQueue: false }],
  ["many processors", { processors: 64, megabytes: 64 * gb }, { processes: 8, memoryLimitMb: 1024, isOneQueue: false }],
  ["8 processors, 8 GB", { processors: 8, megabytes: 8 * gb }, { processes: 8, memoryLimitMb: 780, isOneQueue: false }],
  ["2 processors, 4 GB", { processors: 2, megabytes: 4 * gb }, { processes: 2, memoryLimitMb: 928, isOneQueue: false }],
  ["2 processors, 2 GB", { processors: 2, megabytes: 2 * gb }, { processes: 2, memoryLimitMb: 832, isOneQueue: true }],
  ["8 processors, 2 GB", { processors: 8, megabytes: 2 * gb }, { processes: 2, memoryLimitMb: 832, isOneQueue: true }],
  ["1 processor, 1 GB", { processors: 1, megabytes: gb }, { processes: 1, memoryLimitMb: 640, isOneQueue: true }],
  ["4 processors, 1 GB", { processors: 4, megabytes: gb }, { processes: 1, memoryLimitMb: 640, isOneQueue: true }],
  ["1 processor, 512 MB", { processors: 1, megabytes: half }, { processes: 1, memoryLimitMb: 224, isOneQueue: true }],
  ["nothing to speak of", { processors: 1, megabytes: 64 }, { processes: 1, memoryLimitMb: 224, isOneQueue: true }],
] as const)("%s: so many decoders, each with so much memory", ([_machine, machine, room]) => {
  expect(decodingRoom(machine)).toEqual(room);
});

test("the processes of a supervisor share processors and memory", () => {
  const machine = { processors: 8, megabytes: 8 * gb };
  expect(decodingRoom(machine, 2)).toEqual({ processes: 4, memoryLimitMb: 640, isOneQueue: false });
  expect(decodingRoom(machine, 20)).toEqual({ processes: 1, memoryLimitMb: 268, isOneQueue: true });
});
