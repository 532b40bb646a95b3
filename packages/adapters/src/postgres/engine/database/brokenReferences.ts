import { zip } from '@carrara/domain/kernel';
import pg from 'pg';

interface Reference {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly keys: readonly string[];
}

/**
 * Returns the foreign keys of some tables that a row breaks, which can only be if somebody switched them off. Tables that the client can't read are left
 * out.
 */
export async function brokenReferences(
  client: Pick<pg.ClientBase, 'query'>,
  tables?: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<Reference>(
    `SELECT f.conname AS name, c.relname AS child, p.relname AS parent,
       (SELECT array_agg(a.attname::text ORDER BY k.at) FROM unnest(f.conkey) WITH ORDINALITY k (attnum, at)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) AS columns,
       (SELECT array_agg(a.attname::text ORDER BY k.at) FROM unnest(f.confkey) WITH ORDINALITY k (attnum, at)
          JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) AS keys
     FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace AND p.relnamespace = 'public'::regnamespace
       AND ($1::text[] IS NULL OR c.relname = ANY ($1)) AND has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(p.oid, 'SELECT')
     ORDER BY c.relname, f.conname`,
    [tables ?? null],
  );
  const broken: string[] = [];
  const name = pg.escapeIdentifier;
  for (const { name: key, child, parent, columns, keys } of rows) {
    const isSet = columns.map((column) => `c.${name(column)} IS NOT NULL`).join(' AND ');
    const isSame = zip(columns, keys)
      .map(([column, other]) => `p.${name(other)} = c.${name(column)}`)
      .join(' AND ');
    const { rowCount } = await client.query(
      `SELECT FROM ${name(child)} c WHERE ${isSet} AND NOT EXISTS (SELECT FROM ${name(parent)} p WHERE ${isSame}) LIMIT 1`,
    );
    if (rowCount) broken.push(`${child} has rows without their ${parent} (${key})`);
  }
  return broken;
}
