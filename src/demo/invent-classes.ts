import type { ClassFacts } from "#core/classes/training-class.ts";

/** `full`: its only seat is the student's; `enrolled`: with a part paid. */
type InventedClass = ClassFacts & { is: "full" | "enrolled" | "selected" | "offered" | "closed" };

const dayMs = 24 * 60 * 60 * 1000;

/** What a training centre may offer in the weeks after `now`. Fees are in paisa. */
export function inventClasses(now: number): InventedClass[] {
  const at = (days: number, clock: string) => `${new Date(now + days * dayMs).toISOString().slice(0, 10)}T${clock}`;
  const inDhaka = { place: "Room 2, 1 Example Road, Dhaka", currency: "BDT" };
  return [
    {
      ...inDhaka,
      is: "enrolled",
      title: "English for work, evenings",
      startsAt: at(21, "18:30"),
      seats: 20,
      fee: 450_000,
    },
    { ...inDhaka, is: "full", title: "Practice interview, one student", startsAt: at(9, "10:00"), seats: 1, fee: 0 },
    {
      ...inDhaka,
      is: "selected",
      title: "Safety on building sites",
      startsAt: at(28, "09:00"),
      seats: 12,
      fee: 300_000,
    },
    { ...inDhaka, is: "offered", title: "What your contract says", startsAt: at(35, "15:00"), seats: 40, fee: 0 },
    {
      ...inDhaka,
      is: "offered",
      title: "Care of old people, basics",
      startsAt: at(49, "09:30"),
      seats: 16,
      fee: 900_000,
    },
    {
      ...inDhaka,
      is: "closed",
      title: "English for work, mornings",
      startsAt: at(-14, "08:00"),
      seats: 20,
      fee: 450_000,
    },
  ];
}
