/** Sealed bytes: version (1) · nonce (12) · ciphertext · tag (16), AES-256-GCM. */
export const sealVersion = 1;
export const nonceLength = 12;
export const tagLength = 16;
