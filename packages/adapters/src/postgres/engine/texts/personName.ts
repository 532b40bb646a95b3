/** Returns SQL for the name of a joined person. */
export const fullName = (person: string): string => `trim(${person}.first_name || ' ' || ${person}.last_name)`;

/** Returns SQL for the name of a record's author or editor. */
export const personName = (at: string): string =>
  `coalesce((SELECT ${fullName('p')} FROM person p WHERE p.id = ${at}), '')`;
