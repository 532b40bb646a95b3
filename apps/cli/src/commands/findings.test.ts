import { expect, it } from 'vitest';
import { displayedPart, reportLines } from './audit.ts';
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

it('counts all differences by the part that found them, and the lines that it prints', () => {
  const lines = (numberOfLines: number, isWhole = false) => {
    const findings = Array.from({ length: numberOfLines }, (_, at) => ({
      part: 'records',
      location: [`fund ${at}`],
      description: 'name',
    }));
    const chain = { tenantId: 'firm', entries: 1 };
    const counted = { findings, allFindings: 'records 2, figures 60', numberOfFindings: 62 };
    const report = { chain, runs: [], records: [], ...counted };
    return reportLines('Firm', report, undefined, isWhole).filter((line) => line.includes('DIFFERENCES'));
  };
  expect(lines(1)).toEqual(['  DIFFERENCES   62 found (records 2, figures 60), 1 line below']);
  expect(lines(62)).toEqual(['  DIFFERENCES   62 found (records 2, figures 60), 50 lines below']);
  expect(lines(62, true)).toEqual(['  DIFFERENCES   62 found (records 2, figures 60), 62 lines below']);
  expect(lines(0)).toEqual([]);
});

it('prints counts with separators', () => {
  const records = [{ type: 'fund' as const, checked: 12_345, withoutState: 1_234 }];
  const findings = Array.from({ length: 1_300 }, (_, at) => ({
    part: 'records',
    location: [`fund ${at}`],
    description: 'name',
  }));
  const chain = { tenantId: 'firm', entries: 54_321 };
  const runs = [{ id: 'run', name: 'Q3', status: 'DISB', figures: 98_765, postings: 4_321 }];
  const report = { chain, runs, records, files: 2_468, findings, allFindings: '', numberOfFindings: 1_300 };
  const text = reportLines('Firm', report, undefined, false).join('\n');
  for (const counted of [
    '54,321 entries in one chain',
    '1 run recomputed, 98,765 figures, 4,321 postings',
    '12,345 records checked',
    '12,345 fund',
    '1,234 fund',
    '2,468 stored files and pictures',
    'DIFFERENCES   1,300 found',
    'and 1,250 more lines (records 1,250). Use --all',
  ])
    expect(text).toContain(counted);
});

it('prints each multiple that contradicts others, although it comes after fifty differences', () => {
  const figures = Array.from({ length: 53 }, (_, at) => ({
    part: 'figures',
    location: [`quarter ${at}`],
    description: 'TVPI',
    stored: '1',
    computed: '2',
  }));
  const last = { ...figures[0]!, location: ['quarter 99'], isContradiction: true };
  expect(displayedPart([...figures, last])[49]).toContain('quarter 99');
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
