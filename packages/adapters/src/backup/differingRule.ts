import type { BackupManifest } from './format.ts';

/**
 * Returns a rule that only the backup or only the restored database has. A later version may compare more kinds of rules than the backup's version
 * did, so it compares only the kinds that the backup names.
 */
export function differingRule(
  { rules, ruleKinds }: Pick<BackupManifest, 'rules' | 'ruleKinds'>,
  restored: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const stored = new Set(rules);
  const compared = new Set(ruleKinds.flatMap((kind) => restored[kind] ?? []));
  return [...compared].find((rule) => !stored.has(rule)) ?? rules.find((rule) => !compared.has(rule));
}
