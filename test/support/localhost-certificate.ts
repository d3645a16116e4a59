/**
 * A self-signed certificate for test servers on this machine, also under the name hooks.example. Only tests that ask
 * for it trust it.
 */
export const localhostCertificate = {
  key: `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoWbLKcsR0UUkMP1o
+e5dXI7cq2ZKM008v+oC12PM7kShRANCAARIlcgDne0UeUte/P6OvD1sW6BBm+/C
Lgod65KtLzY4gMwF+F6kcJuHgScRawgPIxfjIjZ6x41PhWChujyR19aC
-----END PRIVATE KEY-----
`.trim(),
  cert: `
-----BEGIN CERTIFICATE-----
MIIBazCCARGgAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEiVyAOd7RR5S178
/o68PWxboEGb78IuCh3rkq0vNjiAzAX4XqRwm4eBJxFrCA8jF+MiNnrHjU+FYKG6
PJHX1oKjUjBQMC8GA1UdEQQoMCaCCWxvY2FsaG9zdIINaG9va3MuZXhhbXBsZYcE
fwAAAYcEAAAAADAdBgNVHQ4EFgQUcils29FyV4QparixrD7tFvEKcGYwCgYIKoZI
zj0EAwIDSAAwRQIhAPIdduZou4/sTeMgdLXcLZnuVUyrhd/KxzeVfEcbSfVPAiAh
bM9aTrxLfdZ5rrLxD81pctugWQY6fVbXJhjsW2pDmw==
-----END CERTIFICATE-----
`.trim(),
};
