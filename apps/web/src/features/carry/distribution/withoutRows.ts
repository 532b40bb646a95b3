/** Reads a distribution without the rows of its sources, which only some views display. All others share the response. */
export const withoutRows = (id: string) => ({ params: { id }, query: { rows: 'none' } }) as const;
