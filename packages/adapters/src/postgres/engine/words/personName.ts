/** Name of who made or changed a record. */
export const personName = (at: string): string =>
  `coalesce((SELECT trim(p.first_name || ' ' || p.last_name) FROM person p WHERE p.id = ${at}), '')`;
