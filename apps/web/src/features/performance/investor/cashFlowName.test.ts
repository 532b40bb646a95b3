import { expect, it } from 'vitest';
import { cashFlowName } from './cashFlowName.ts';

it('names the notice, and doesn’t call contributions that a late closing returns a distribution', () => {
  const nameOf = (kind: 'CALL' | 'DISTRIBUTION', sequenceNumber: number | null, paid: string, received: string) =>
    cashFlowName({
      overview: { kind, sequenceNumber },
      contributions: { total: paid },
      distributions: { total: received },
    });
  expect(nameOf('CALL', 12, '594000.00', '0.00')).toBe('Call no. 12');
  expect(nameOf('CALL', null, '594000.00', '0.00')).toBe('Call without notice');
  expect(nameOf('DISTRIBUTION', null, '0.00', '60.00')).toBe('Distribution without notice');
  expect(nameOf('DISTRIBUTION', null, '-594000.00', '0.00')).toBe('Returned contributions');
  expect(nameOf('DISTRIBUTION', null, '-594000.00', '60.00')).toBe('Distribution without notice');
});
