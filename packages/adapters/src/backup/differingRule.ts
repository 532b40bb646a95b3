import type { BackupManifest } from './format.ts';

/**
 * Returns a rule that only the backup or only the restored database has. Kinds of rules that the backup doesn't know aren't compared. A backup that
 * doesn't name its kinds knows those of which it has one of the restored rules.
 */
export function differingRule(
  { rules, ruleKinds }: Pick<BackupManifest, 'rules' | 'ruleKinds'>,
  restored: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const stored = new Set(rules);
  const knows = (kind: string, ofKind: readonly string[]) =>
    ruleKinds ? ruleKinds.includes(kind) : ofKind.some((rule) => stored.has(rule));
  const compared = new Set(Object.entries(restored).flatMap(([kind, ofKind]) => (knows(kind, ofKind) ? ofKind : [])));
  return [...compared].find((rule) => !stored.has(rule)) ?? rules.find((rule) => !compared.has(rule));
}
