import type { RequestContext } from '../core/operations.ts';

type Kind =
  | 'fund'
  | 'coinvestment'
  | 'vintage'
  | 'investment'
  /** Holding of a fund or coinvestment, such as `QL02/ARP-I`. */
  | 'part'
  /** Tranche, such as `QL02/ARP-I/1`. */
  | 'tranche'
  | 'participant'
  | 'distribution'
  | 'realization'
  | 'profile'
  | 'vestingSchedule'
  | 'taxProfile'
  | 'group'
  | 'firm'
  | 'investor'
  /** Security of a holding, such as `QL02/ARP-I`. */
  | 'security'
  | `reference ${string}`;

interface Reference {
  readonly id: string;
}

/** Ids of a firm's records by their familiar names, so that its story can be written with those names. */
export interface Book {
  keep(kind: Kind, name: string, id: string): void;
  knows(kind: Kind, name: string): boolean;
  /** Throws for an unknown name, which is a bug in the story. */
  id(kind: Kind, name: string): string;
  /** Null for a blank name. */
  reference(type: string, name: string | null | undefined): Reference | null;
}

export function createBook(): Book {
  const ids = new Map<string, string>();
  const keyOf = (kind: Kind, name: string) => `${kind}|${name.toLowerCase()}`;
  const id: Book['id'] = (kind, name) => {
    const found = ids.get(keyOf(kind, name));
    if (!found) throw new Error(`demo: there is no ${kind} ${name}`);
    return found;
  };
  return {
    keep: (kind, name, given) => void ids.set(keyOf(kind, name), given),
    knows: (kind, name) => ids.has(keyOf(kind, name)),
    id,
    reference: (type, name) => (name ? { id: id(`reference ${type}`, name) } : null),
  };
}

/**
 * Adds the reference data that every firm starts with, and its vesting schedules and tax profiles. A document category
 * is named `FUND/Side letter`.
 */
export async function storeRules({ tx }: RequestContext, book: Book): Promise<void> {
  const rows = await tx.query<{ kind: Kind; name: string; id: string }>(
    `SELECT 'reference ' || type AS kind, concat_ws('/', nullif(sub_type, ''), word) AS name, id
     FROM reference_entry, unnest(ARRAY[code, description]) AS word WHERE tenant_id = $1
     UNION ALL SELECT 'vestingSchedule', name, id FROM vesting_schedule WHERE tenant_id = $1
     UNION ALL SELECT 'taxProfile', name, id FROM tax_profile WHERE tenant_id = $1`,
    [tx.tenantId],
  );
  for (const { kind, name, id } of rows) book.keep(kind, name, id);
}
