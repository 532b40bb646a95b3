import type pg from 'pg';
import { databaseRules, migratedRules } from '../engine/database/databaseRules.ts';
import { unsafeSettings } from '../engine/database/serverSettings.ts';
import { migrations } from '../migrations/files.ts';
import type { Finding } from './finding.ts';

/**
 * Compares row-level security, policies, privileges, triggers and constraints with those that the migrations create, and the record of the
 * migrations with their files. Also finds logins, extensions and settings of the server that can bypass them. `owner` is a connection of the database
 * owner. `appUrl` names the application's login, which the operator may have created.
 */
export async function verifySchema(owner: Pick<pg.Client, 'query'>, appUrl?: string): Promise<readonly Finding[]> {
  const migrated = new Set([...migratedRules(), ...migrations().map(migrationRule)]);
  const stored = new Set([
    ...(await databaseRules(owner, appUrl)),
    ...(await appliedMigrations(owner)).map(migrationRule),
    ...(await unsafeSettings(owner)),
  ]);
  const finding = (rule: string, isAdded: boolean): Finding => {
    const at = rule.indexOf(': ');
    const text = rule.slice(at + 2);
    return {
      location: ['schema', rule.slice(0, at)],
      description: isAdded ? `is added: ${text}` : `is missing: ${text}`,
    };
  };
  return [
    ...[...migrated].filter((rule) => !stored.has(rule)).map((rule) => finding(rule, false)),
    ...[...stored].filter((rule) => !migrated.has(rule)).map((rule) => finding(rule, true)),
  ];
}

const migrationRule = ({ name, checksum }: AppliedMigration): string =>
  `migration ${name}: recorded with the checksum ${checksum.slice(0, 16)}`;

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

async function appliedMigrations(owner: Pick<pg.Client, 'query'>): Promise<readonly AppliedMigration[]> {
  const { rows } = await owner.query<AppliedMigration>('SELECT name, checksum FROM public.schema_migration');
  return rows;
}
