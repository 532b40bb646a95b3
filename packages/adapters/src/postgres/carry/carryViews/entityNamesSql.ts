/** Returns SQL for the names of the entities on the path of row `b`, outermost first. Null for a direct row. `own` is the holder's id. */
export const entityNamesSql = (path: string, own: string): string =>
  `(SELECT string_agg(e.name, ' / ' ORDER BY w.position) FROM unnest(${path}) WITH ORDINALITY w(id, position)
  JOIN participant e ON e.tenant_id = b.tenant_id AND e.id = w.id WHERE w.id <> ${own})`;
