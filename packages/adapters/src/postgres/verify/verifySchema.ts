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
  const migrationsOf = async () => (await appliedMigrations(owner)).map(migrationRule);
  const parts = [
    await comparedPart('database rules', migratedRules(), () => databaseRules(owner, appUrl)),
    await comparedPart('migrations', migrations().map(migrationRule), migrationsOf),
    await comparedPart('settings of the server', [], () => unsafeSettings(owner)),
  ];
  const findings = [...parts.flatMap(({ missing }) => missing), ...parts.flatMap(({ added }) => added)];
  // Settings can cause the other findings, so they come first.
  const isSetting = ({ description }: Finding) => description.startsWith('unexpected: sets ');
  return [...findings.filter(isSetting), ...findings.filter((finding) => !isSetting(finding))];
}

interface ComparedPart {
  readonly missing: readonly Finding[];
  readonly added: readonly Finding[];
}

/** Compares the rules of a part. If they can't be read, that is its finding, and the others are still checked. */
async function comparedPart(
  part: string,
  expected: readonly string[],
  read: () => Promise<readonly string[]>,
): Promise<ComparedPart> {
  const stored = await read().catch((error: unknown) => error as Error);
  if (stored instanceof Error)
    return { missing: [], added: [{ location: ['schema', part], description: `can’t be checked: ${stored.message}` }] };
  const finding = (rule: string, change: string): Finding => {
    const at = rule.indexOf(': ');
    return { location: ['schema', rule.slice(0, at)], description: `${change}: ${rule.slice(at + 2)}` };
  };
  const [own, found] = [new Set(expected), new Set(stored)];
  return {
    missing: [...own].filter((rule) => !found.has(rule)).map((rule) => finding(rule, 'missing')),
    added: [...found].filter((rule) => !own.has(rule)).map((rule) => finding(rule, 'unexpected')),
  };
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
