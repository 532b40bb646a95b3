import { expect, it } from 'vitest';
import { differingRule } from './differingRule.ts';

const policy = 'fund: row security forced';
const trigger = 'fund: trigger totals on';
const restored = { 'row security': [policy], trigger: [trigger], 'role attribute': [] };

it.each([
  ['equal rules', { rules: [policy, trigger], ruleKinds: ['row security', 'trigger', 'role attribute'] }, undefined],
  ['a rule that only the backup has', { rules: [policy, trigger, 'x'], ruleKinds: ['row security', 'trigger'] }, 'x'],
  ['a rule that only the restored database has', { rules: [policy], ruleKinds: ['row security', 'trigger'] }, trigger],
  ['a kind that the backup does not have', { rules: [policy], ruleKinds: ['row security'] }, undefined],
])('compares the rules of a backup with the restored ones: %s', (_case, backup, expected) => {
  expect(differingRule(backup, restored)).toBe(expected);
});
