// OpenTelemetry for Attestry, beside the packages that docs/operator/monitoring.md installs. Left alone, they put whole
// addresses into spans, and so numbers.
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { PgInstrumentation } from "@opentelemetry/instrumentation-pg";
import { NodeSDK } from "@opentelemetry/sdk-node";

// Only the first part of an address, if it has no digits.
const kept = ({ url }) => ({
  "url.path": /^\/[a-z_-]+(?![^/?])/i.exec(url)?.[0] ?? "",
  "url.query": "",
  "server.address": "",
  "client.address": "",
  "network.peer.address": "",
  "user_agent.original": "",
});
const http = new HttpInstrumentation({ startIncomingSpanHook: kept, disableOutgoingRequestInstrumentation: true });
const pg = new PgInstrumentation({ requireParentSpan: true });
const sdk = new NodeSDK({ instrumentations: [http, pg] });
sdk.start();
process.getBuiltinModule("node:http"); // Lets the instrumentation change the module, which Attestry imports.
process.once("beforeExit", () => sdk.shutdown());
