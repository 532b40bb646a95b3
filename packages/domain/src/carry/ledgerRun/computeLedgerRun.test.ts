import { expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { computeLedgerRun, type LedgerRunRequest } from './index.ts';

const escrowAccounts = [{ participantId: 'ann', sourceId: 'F', via: [], balance: decimal('100.00') }];
const releaseOf = (requestedAmount: string | null) => {
  const request: LedgerRunRequest = {
    type: 'RELEASE',
    runDate: '2026-09-30',
    lines: [{ participantId: null, sourceId: 'F', requestedAmount }],
  };
  return computeLedgerRun(request, { escrowAccounts, paid: [] }).match(
    (rows) => rows.map(({ escrow }) => escrow),
    (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
  );
};

it('refuses a release of nothing, and releases all escrow if no amount is entered', () => {
  expect(releaseOf('0.00')).toEqual(['AMOUNT_MISSING lines.0.requestedAmount']);
  expect(releaseOf(null)).toEqual(['100.00']);
});
