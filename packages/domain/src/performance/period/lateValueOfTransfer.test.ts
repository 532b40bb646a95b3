import { decimal, zero } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import type { LedgerEntry } from '../ledger/index.ts';
import {
  ledgerAfter,
  close,
  createValuation,
  day,
  emptyLedger,
  findDifferences,
  requestEntry,
} from './vehicleLedger.fixture.ts';

it('a transfer passes its part of a value that was entered late but is dated before it [T17]', () => {
  const passes = (['TRANSFER_OUT', 'TRANSFER_IN'] as const).map((kind) =>
    close(kind === 'TRANSFER_OUT' ? 'b' : 'c', '180', { kind, date: day('2021-01-10') }),
  );
  const bought = ledgerAfter(
    {
      ...emptyLedger,
      commitments: [...emptyLedger.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }],
      events: [...emptyLedger.events, ...passes],
    },
    requestEntry('CALL-INV', '400', '2020-01-10'),
    requestEntry('BUY', '400', '2020-01-15'),
  );
  const t17 = (value: string) => {
    const passed: LedgerEntry = {
      ...bought.entries[0]!,
      id: 'transfer',
      type: 'TRANSFER',
      amount: zero,
      effective: day('2021-01-10'),
      booked: day('2021-03-31'),
      shares: [
        { commitmentId: 'b', amount: decimal(value).negated(), unfunded: decimal('72'), cost: zero, isMirror: false },
        { commitmentId: 'c', amount: decimal(value), unfunded: decimal('-72'), cost: zero, isMirror: false },
      ],
    };
    const late = { ...createValuation('shares', '2020-12-31', '430', 2), booked: day('2021-03-31') };
    const valuations = [createValuation('shares', '2020-12-31', '420'), late];
    const ledger = { ...bought, valuations, entries: [...bought.entries, passed] };
    return findDifferences(ledger, day('2021-03-31')).flatMap(([id, text]) => (id === 'T17' ? [text] : []));
  };
  // Of 400 called and a gain of 30, b has 120 and 9, of which 180 / 300 passed.
  expect(t17('77.40')).toEqual([]);
  expect(t17('75.60')).toEqual([
    'Value transferred from LP-B on 01/10/2021: moved 75.60, in proportion to the commitment 77.40, difference (1.80)',
    'Value transferred to LP-C on 01/10/2021: moved 75.60, in proportion to the commitment 77.40, difference (1.80)',
  ]);
});
