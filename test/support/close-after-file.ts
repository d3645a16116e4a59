import { afterAll } from "vitest";
import { closeAfterFile } from "./portals.ts";

afterAll(closeAfterFile);
