import { zip } from '@carrara/domain/kernel';
import pg from 'pg';
import { migratedRules } from '../postgres/engine/database/databaseRules.ts';
import { migrations } from '../postgres/migrations/files.ts';
import { stillToApply } from '../postgres/migrations/migrate.ts';
import type { BackupHeader, BackupManifest } from './format.ts';

/** Returns the tables that this version's migrations create. Undefined if the database has another schema. */
export function productTables(applied: BackupHeader['migrations']): ReadonlySet<string> | undefined {
  if (isOtherSchema(applied)) return undefined;
  return new Set(migratedRules().flatMap((rule) => /^(\w+): row security /.exec(rule)?.[1] ?? []));
}

/**
 * Returns the rules that only the database or only the product has. A restore refuses a backup of such a database. Only
 * a database with this version's schema is compared.
 */
export function ruleObstacles(applied: BackupHeader['migrations'], stored: readonly string[]): readonly string[] {
  if (isOtherSchema(applied)) return [];
  const [own, found] = [new Set(migratedRules()), new Set(stored)];
  const tables = productTables(applied);
  const added = stored.filter((rule) => !own.has(rule));
  return [
    ...added.map((rule) => {
      const table = /^(\w+): row security /.exec(rule)?.[1];
      return table !== undefined && tables?.has(table) === false
        ? `${table} isn’t a table of the product and was left out`
        : `only this database has: ${rule}`;
    }),
    ...[...own].filter((rule) => !found.has(rule)).map((rule) => `this database lacks: ${rule}`),
  ];
}

function isOtherSchema(applied: BackupHeader['migrations']): boolean {
  try {
    return stillToApply(applied, migrations()).length > 0;
  } catch {
    return true;
  }
}

interface Reference {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly keys: readonly string[];
}

/**
 * Returns the foreign keys that a row breaks, which can only be if somebody switched them off. A query for each key of
 * an empty table would take most of the time of a small backup.
 */
export async function brokenReferences(
  client: pg.Client,
  tables: BackupManifest['tables'],
): Promise<readonly string[]> {
  const { rows } = await client.query<Reference>(
    `SELECT f.conname AS name, c.relname AS child, p.relname AS parent,
       (SELECT array_agg(a.attname::text ORDER BY k.at) FROM unnest(f.conkey) WITH ORDINALITY k (attnum, at)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) AS columns,
       (SELECT array_agg(a.attname::text ORDER BY k.at) FROM unnest(f.confkey) WITH ORDINALITY k (attnum, at)
          JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) AS keys
     FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace AND p.relnamespace = 'public'::regnamespace
       AND c.relname = ANY ($1) AND p.relname = ANY ($2) ORDER BY c.relname, f.conname`,
    [Object.entries(tables).flatMap(([table, { rows }]) => (rows > 0 ? [table] : [])), Object.keys(tables)],
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
