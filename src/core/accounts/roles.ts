export type Role = "admin" | "moderator" | "student";
