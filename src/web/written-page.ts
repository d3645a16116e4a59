/** A page whose text is at hand. */
export type WrittenPage = { status: number; headers: Readonly<Record<string, string>>; html: string };
