export const roles = ["admin", "moderator", "organisation", "student"] as const;
export type Role = (typeof roles)[number];

export const isStaffRole = (role: Role): boolean => role === "admin" || role === "moderator";
