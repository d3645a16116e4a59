// Sends the waiting webhook deliveries to a receiver on loopback, as the job of a running site does.
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { readConfig } from "#config";
import { deliverWebhooks } from "#operations/webhooks/deliver-webhooks.ts";
import { openPortal } from "#server/open-portal.ts";
import { localhostCertificate } from "../localhost-certificate.ts";

setDefaultCACertificates([...getCACertificates("default"), localhostCertificate.cert]);
const portal = await openPortal(readConfig(process.env));
const never = new AbortController().signal;
const webhookNetwork = { resolve: async () => ["127.0.0.1"], allows: () => true };
await deliverWebhooks({ ...portal, webhookNetwork }, { stopping: never, cut: never, report: console.error });
