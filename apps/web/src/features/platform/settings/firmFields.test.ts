import { describe, expect, it } from 'vitest';
import { firmFieldsFor } from './firmFields.ts';

describe('the settings of a firm', () => {
  const readable = (grants: Parameters<typeof firmFieldsFor>[0]) =>
    Object.entries(firmFieldsFor(grants)).flatMap(([name, { readOnly, help }]) => (readOnly ? [[name, help]] : []));

  it('are all open to an administrator of carry, performance and compensation', () => {
    expect(readable({ carry: 'administrator', performance: 'administrator', comp: 'administrator' })).toEqual([]);
  });

  it('leave the switches of carry to read for who administers another module, with the reason', () => {
    const reason = 'Administrators of Carry change it.';
    expect(readable({ carry: 'editor', performance: 'administrator', comp: 'administrator' })).toEqual([
      ['baseCurrency', reason],
      ['shareBasedAllocations', reason],
      ['investorBalanceDistributions', reason],
      ['allowSelfApproval', reason],
      ['clawbackReport', reason],
      ['portalForecasts', reason],
      ['portalEstimates', reason],
      ['portalPercentages', reason],
      ['portalPay', reason],
    ]);
  });
});
