import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  serverBuildFile: "app.js",
  // The server in front checks the origin of every unsafe request, whichever door it goes to.
  allowedActionOrigins: ["**"],
  routeDiscovery: { mode: "initial" },
} satisfies Config;
