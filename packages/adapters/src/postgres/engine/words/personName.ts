/** The name of a person that is joined as that. */
export const fullName = (person: string): string => `trim(${person}.first_name || ' ' || ${person}.last_name)`;

/** Name of who made or changed a record. */
export const personName = (at: string): string =>
  `coalesce((SELECT ${fullName('p')} FROM person p WHERE p.id = ${at}), '')`;
