/** Whether a host, as addresses write it, is this machine to whoever says it. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
