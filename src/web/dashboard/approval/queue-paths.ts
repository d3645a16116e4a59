export const queuePage = "/dashboard/Control_Post";

/** Where one record is decided on. */
export const pageOfRecord = (id: string): string => `${queuePage}/${id}`;
