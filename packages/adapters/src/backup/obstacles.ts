import { migratedRules } from '../postgres/engine/database/databaseRules.ts';
import { migrations } from '../postgres/migrations/files.ts';
import { pendingMigrations } from '../postgres/migrations/migrate.ts';
import type { BackupHeader } from './format.ts';

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
    return pendingMigrations(applied, migrations()).length > 0;
  } catch {
    return true;
  }
}
