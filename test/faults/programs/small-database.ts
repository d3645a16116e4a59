import { DatabaseSync } from "node:sqlite";

/** Loaded before the program: its databases cannot grow between the messages "full" and "free". */
const connections: DatabaseSync[] = [];
const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, "exec")?.value as DatabaseSync["exec"];
Object.defineProperty(DatabaseSync.prototype, "exec", {
  value(this: DatabaseSync, text: string) {
    if (!connections.includes(this)) connections.push(this);
    exec.call(this, text);
  },
});
process.on("message", (message) => {
  for (const connection of connections.filter(({ isOpen }) => isOpen))
    exec.call(connection, `pragma max_page_count = ${message === "full" ? 1 : 2 ** 31}`);
});
process.channel?.unref();
