import type pg from 'pg';
import { databaseRules, migratedRules } from '../engine/database/databaseRules.ts';
import type { Finding } from './finding.ts';

/**
 * Compares row-level security, policies, privileges, triggers and constraints with those that the migrations create. Also finds logins and
 * extensions that can bypass them. `appUrl` names the application's login, which the operator may have created.
 */
export async function verifySchema(database: Pick<pg.Client, 'query'>, appUrl?: string): Promise<readonly Finding[]> {
  const [migrated, stored] = [new Set(migratedRules()), new Set(await databaseRules(database, appUrl))];
  const finding = (rule: string, isAdded: boolean): Finding => {
    const at = rule.indexOf(': ');
    const text = rule.slice(at + 2);
    return { of: ['schema', rule.slice(0, at)], what: isAdded ? `is added: ${text}` : `is missing: ${text}` };
  };
  return [
    ...[...migrated].filter((rule) => !stored.has(rule)).map((rule) => finding(rule, false)),
    ...[...stored].filter((rule) => !migrated.has(rule)).map((rule) => finding(rule, true)),
  ];
}
