import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  serverBuildFile: "app.js",
  // The server in front of React Router checks the origin of every unsafe request, for every route.
  allowedActionOrigins: ["**"],
  routeDiscovery: { mode: "initial" },
} satisfies Config;
