import type { BackupManifest } from './format.ts';

/**
 * Returns a rule that exists only in the backup or only in the restored database. Only the kinds of rules that the
 * backup names are compared, because a later version may compare more kinds.
 */
export function differingRule(
  { rules, ruleKinds }: Pick<BackupManifest, 'rules' | 'ruleKinds'>,
  restored: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const stored = new Set(rules);
  const compared = new Set(ruleKinds.flatMap((kind) => restored[kind] ?? []));
  return [...compared].find((rule) => !stored.has(rule)) ?? rules.find((rule) => !compared.has(rule));
}
