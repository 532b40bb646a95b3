import { expect, it } from 'vitest';
import { addressIn } from './addressIn.ts';

const list = '/carry/distribution?tab={status}&f.sourceId={source}&f.from={:from}&f.to={:to}';
const row = { status: { code: 'DISB', description: 'Disbursed' }, source: { id: 's1', name: 'Helios' }, type: 'Fund' };

it('links to the list with the same parameters: the row and the requested period', () => {
  expect(addressIn(list, row, { from: '2026-01-01', to: '2026-12-31' })).toBe(
    '#/carry/distribution?tab=DISB&f.sourceId=s1&f.from=2026-01-01&f.to=2026-12-31',
  );
  expect(addressIn(list, row, { to: '2026-12-31' })).toBe(
    '#/carry/distribution?tab=DISB&f.sourceId=s1&f.to=2026-12-31',
  );
  expect(addressIn(list, row)).toBe('#/carry/distribution?tab=DISB&f.sourceId=s1');
  expect(addressIn('/carry/{type}/{source}', row)).toBe('#/carry/fund/s1');
});

it('links nowhere if the row lacks a value in the address', () => {
  expect(addressIn(list, { ...row, source: null }, { from: '2026-01-01' })).toBeUndefined();
});
