import { describe, expect, it } from 'vitest';
import { callsByConcept } from '../contract.ts';
import type { Endpoint } from './endpoint.ts';
import { permissions } from './permissions.ts';
import { recordAddress, everyRecordType, recordNoun } from './recordType.ts';

const calls: Readonly<Record<string, Endpoint>> = Object.assign({}, ...Object.values(callsByConcept));

describe('the table of record types', () => {
  it('names existing permissions', () => {
    const unknown = everyRecordType.filter(
      ([, { permission }]) => !permissions.includes(`${permission}.view` as never),
    );
    expect(unknown.map(([type]) => type)).toEqual([]);
  });

  it.each(everyRecordType.filter(([, { list }]) => list))(
    'lists each %s with a call that finds it by name',
    (_type, is) => {
      const call = calls[is.list ?? ''];
      expect(call?.permission).toBe(`${is.permission}.view`);
      expect(call?.list?.columns.map(({ field }) => field)).toContain(is.name);
    },
  );

  it.each([
    ['listSalaries', 'effectiveDate'],
    ['listAwards', 'awardDate'],
    ['listPayStatements', 'year'],
  ])('lists %s newest first', (call, field) => {
    expect(calls[call]?.list?.defaultSort).toEqual({ field, ascending: false });
  });

  it('uses the display name of each type within a sentence', () => {
    expect(['fundInvestment', 'compEmployee', 'apiToken', 'payStatement', 'participant'].map(recordNoun)).toEqual([
      'investment of a fund',
      'employee',
      'API token',
      'compensation statement',
      'participant',
    ]);
  });

  it.each([
    ['fund', 'f', undefined, '/carry/fund/f/profile/overview'],
    ['tranche', 't', 'i', '/carry/investment/i/tranche/t/profile'],
    ['tranche', 't', null, undefined],
    ['fundInvestment', 'p', 'i', '/carry/investment/i/profile/tranche'],
    ['ledgerEntry', 'e', 'f', '/performance/fund/f/ledger?part=entries&entry=e'],
    ['valuation', 'w', 'f', '/performance/fund/f/ledger?part=holdings&entry=w'],
    ['commitment', 'c', 'f', '/performance/fund/f/ledger?part=commitments&entry=c'],
    ['exchangeRate', 'r', 'p', '/carry/settings/fx'],
    ['nothing', 'n', 'i', undefined],
  ])('shows a %s (%s of %s) at %s', (type, id, containerId, address) => {
    expect(recordAddress(type, id, containerId)).toBe(address);
  });
});
