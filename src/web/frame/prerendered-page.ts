/** A page whose text is at hand. */
export type PrerenderedPage = { status: number; headers: Readonly<Record<string, string>>; html: string };
