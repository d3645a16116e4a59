/** scrypt's parameter N in tests: a hash with that of operators' sites takes a tenth of a second of processor time. */
export const lowPasswordWork = 16;
