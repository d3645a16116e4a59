import { spawnSync } from "node:child_process";

/** The path of Python, or "" if there is none. On some machines `python3` is a script that takes longer than Python. */
export const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"]).stdout?.toString().trim() ?? "";
