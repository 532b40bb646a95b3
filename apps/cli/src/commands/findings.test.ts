import { expect, it } from 'vitest';
import { displayedPart } from './audit.ts';
import { backupOutcome } from './backup.ts';

it('says how many differences it doesn’t print, by the part that found them, and prints all on request', () => {
  const findings = Array.from({ length: 53 }, (_, at) => ({
    location: ['schema', `t${at}`],
    description: 'is missing',
  }));
  expect(displayedPart(findings.slice(0, 50))).toHaveLength(50);
  expect(displayedPart(findings).slice(50)).toEqual(['    and 3 more lines. Use --all to see all.']);
  const inParts = findings.map((finding, at) => ({ part: at < 51 ? 'records' : 'figures', ...finding }));
  // One of each kind is printed, although it comes after fifty others.
  expect(displayedPart(inParts).slice(49)).toEqual([
    '    schema > t51: is missing',
    '    and 3 more lines (records 2, figures 1). Use --all to see all.',
  ]);
  expect(displayedPart(inParts, true)).toHaveLength(53);
});

it('refuses a backup that a restore would refuse, and says why', () => {
  const warned: string[] = [];
  const run = { warn: (text: string) => void warned.push(text) };
  expect(backupOutcome(run, {})).toBe('done');
  expect(backupOutcome(run, { obstacles: [] })).toBe('done');
  expect(warned).toEqual([]);
  expect(backupOutcome(run, { obstacles: Array.from({ length: 12 }, (_, at) => `difference ${at}`) })).toBe('refused');
  expect(warned).toEqual([expect.stringMatching(/can’t be restored\. .*Differences: difference 0; .* and 2 more\.$/)]);
});
