export type Role = "admin" | "moderator" | "organisation" | "student";

export const isStaffRole = (role: Role): boolean => role === "admin" || role === "moderator";
