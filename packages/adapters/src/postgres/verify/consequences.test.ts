import { describe, expect, it } from 'vitest';
import { countConsequences, withoutRepetition } from './consequences.ts';
import { findingText, type TenantFinding } from './finding.ts';

const cause: TenantFinding = {
  part: 'records',
  location: ['ledger entry', 'Elm', 'Call', '2020-02-01'],
  description: 'amount',
};
const figure = (end: string, owner: string, description: string): TenantFinding => ({
  part: 'figures',
  location: [`quarter ${end} of Elm`, owner],
  description,
  stored: '1.00',
  computed: '2.00',
});
const version = (description: string): TenantFinding => ({
  part: 'locked quarters',
  location: ['quarter 2020-03-31 of Elm', 'version 1', 'Elm'],
  description,
  stored: '1.00',
  computed: '2.00',
});
const six = ['2020-06-30', '2020-09-30'].flatMap((end) =>
  ['Elm', 'LP-A', 'LP-B'].map((owner) => figure(end, owner, 'NAV')),
);

describe('figures that differ because a record was changed', () => {
  it('are counted in one line per fund, with one of each kind', () => {
    expect(countConsequences([cause, version('Net IRR'), ...six]).map(findingText)).toEqual([
      'ledger entry > Elm > Call > 2020-02-01: amount',
      'quarter 2020-03-31 of Elm > version 1 > Elm: Net IRR: stored 1.00, computed again 2.00',
      'quarter 2020-06-30 of Elm > Elm: NAV: stored 1.00, computed again 2.00',
      'Elm > quarters 2020-03-31 to 2020-09-30: 7 figures differ when computed again from the changed records (--all lists them): Net IRR 1, NAV 6',
    ]);
  });

  it('are listed if they are few', () => {
    expect(countConsequences([cause, ...six.slice(1)])).toEqual([cause, ...six.slice(1)]);
  });

  it('are listed if no record explains them', () => {
    const role: TenantFinding = { part: 'records', location: ['user', 'Ada'], description: 'role' };
    expect(countConsequences([role, ...six])).toEqual([role, ...six]);
  });

  it('are listed if every changed record is of another fund', () => {
    const changedOak = { ...cause, location: ['ledger entry', 'Oak'] };
    const ofOak = six.map((finding) => ({ ...finding, location: ['quarter 2020-06-30 of Oak', 'Oak'] }));
    expect(countConsequences([changedOak, ...six, ...ofOak]).map(({ location: [first] }) => first)).toEqual([
      'ledger entry',
      ...six.map(({ location: [first] }) => first),
      'Oak',
    ]);
  });

  it('are listed if they disagree with the stored figures they are added up from', () => {
    const forged: TenantFinding = { ...figure('2020-12-31', 'LP-A', 'Unfunded'), isDirect: true };
    expect(countConsequences([cause, ...six, forged])).toContainEqual(forged);
    // So many figures weren't all changed by hand.
    const many = Array.from({ length: 11 }, () => ({ ...forged }));
    expect(countConsequences([cause, ...many])).toHaveLength(3);
  });

  it('are listed if a multiple contradicts the others, however many do', () => {
    const many = Array.from({ length: 11 }, (_, at): TenantFinding => {
      return { ...figure('2020-12-31', `LP-${at}`, 'TVPI'), isContradiction: true };
    });
    expect(countConsequences([cause, ...six, ...many]).filter(({ description }) => description === 'TVPI')).toEqual(
      many,
    );
  });

  it('don’t include the digest of a version', () => {
    const digest: TenantFinding = {
      ...version('digest of the figures'),
      location: ['quarter 2020-03-31 of Elm', 'version 1'],
    };
    expect(countConsequences([cause, digest, ...six])).toHaveLength(4);
  });

  it('are reported once for a figure and quarter, in the version', () => {
    const displayed: TenantFinding = { ...figure('2020-03-31', 'Elm', 'NAV') };
    expect(withoutRepetition([version('NAV'), displayed])).toEqual([version('NAV')]);
  });
});
