import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import type { CommitmentEvent } from './commitment.ts';
import type { EntryType } from './entryType.ts';
import { splitAfterChange, splitAfterText, splitBeforeText, splitBeforeTransfer } from './splitBefore.ts';

const share = (commitmentId: string, amount: string) => ({
  commitmentId,
  amount: decimal(amount),
  cost: zero,
  unfunded: zero,
  isMirror: false,
});
const entry = (id: string, type: EntryType, date: string, amount: string, seq: number, ids = ['acme', 'birch']) => ({
  id,
  type,
  amount: decimal(amount),
  effective: calendarDate(date),
  key: ids.length === 1 ? ('ONE' as const) : ('COMMITMENT' as const),
  reversalOf: null as string | null,
  shares: ids.map((commitmentId) => share(commitmentId, '1')),
  seq,
});
const event = (kind: 'TRANSFER_OUT' | 'TRANSFER_IN' | 'CLOSE', commitmentId: string, seq: number): CommitmentEvent => ({
  id: `${kind} ${commitmentId}`,
  commitmentId,
  kind,
  date: calendarDate('2025-08-01'),
  amount: decimal('300'),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq,
  reversalOf: null,
});
const out = event('TRANSFER_OUT', 'acme', 5);
const into = event('TRANSFER_IN', 'dune', 6);
const entries = [
  entry('before', 'CALL-INV', '2025-07-31', '10', 1),
  entry('of the day', 'CALL-INV', '2025-08-01', '100', 1),
  entry('later', 'FEE', '2025-09-30', '20.50', 2),
  entry('reversed', 'DIST-INC', '2025-09-30', '7', 2),
  { ...entry('reversal', 'DIST-INC', '2025-09-30', '-7', 3), reversalOf: 'reversed' },
  entry('of one', 'FEE', '2025-09-30', '3', 2, ['acme']),
  entry('of others', 'FEE', '2025-09-30', '4', 2, ['birch', 'cedar']),
  entry('its value', 'TRANSFER', '2025-08-01', '0', 4),
  entry('on the new shares', 'CALL-INV', '2025-10-01', '50', 7),
];
const ledger = { events: [out, into], entries };

it('finds entries on or after the date that were split by the shares before a transfer', () => {
  for (const transfer of [out, into])
    expect(splitBeforeTransfer(transfer, ledger)).toEqual({
      count: 2,
      from: '2025-08-01',
      to: '2025-09-30',
      kinds: [
        { type: 'CALL-INV', title: 'Capital call: investments', count: 1, amount: decimal('100') },
        { type: 'FEE', title: 'Management fees', count: 1, amount: decimal('20.50') },
      ],
    });
});

it('counts all entries for a future transfer, and every partner while nobody sells', () => {
  const { seq: _, ...requested } = into;
  expect(splitBeforeTransfer(requested, ledger)?.count).toBe(3);
  expect(splitBeforeTransfer(requested, { events: [], entries })?.count).toBe(4);
});

it('finds nothing for other changes of a commitment, and nothing once everything is entered again', () => {
  expect(splitBeforeTransfer(event('CLOSE', 'acme', 5), ledger)).toBeNull();
  expect(splitBeforeTransfer(out, { events: [out, into], entries: entries.slice(-2) })).toBeNull();
});

it('finds entries on or after the date that were entered after a change and divided by the shares with it', () => {
  const change = { date: calendarDate('2025-08-01'), seq: 1, holdingId: null };
  const ofHoldings = entries.map((own) => ({ ...own, holdingId: own.id === 'later' ? 'steel' : null }));
  const found = splitAfterChange(change, ofHoldings)!;
  expect(found).toMatchObject({ count: 3, from: '2025-09-30', to: '2025-10-01' });
  expect(splitAfterChange({ ...change, holdingId: 'steel' }, ofHoldings)).toMatchObject({ count: 1 });
  expect(splitAfterChange({ ...change, seq: 7 }, ofHoldings)).toBeNull();
  expect(splitAfterText(found)).toBe(
    '3 entries dated 09/30/2025 to 10/01/2025 were divided by the shares with this change: ' +
      '2 × Management fees, 24.50; 1 × Capital call: investments, 50.00. They stay as entered. ' +
      'To divide them by the new shares, reverse them and enter them again after this reversal.',
  );
});

it('names the unchanged entries and the next step', () => {
  const found = splitBeforeTransfer(out, ledger)!;
  expect(splitBeforeText(found, false)).toBe(
    '2 entries dated 08/01/2025 to 09/30/2025 are already divided by the shares from before this transfer: ' +
      '1 × Capital call: investments, 100.00; 1 × Management fees, 20.50. ' +
      'They stay as entered: the transfer changes neither amounts nor shares. ' +
      'To divide them by the new shares, reverse them and enter them again after the transfer. ' +
      'Otherwise date the transfer 10/01/2025 or later.',
  );
  expect(splitBeforeText(found, true)).toMatch(
    /Otherwise reverse the transfer and enter it with the date 10\/01\/2025 or later\.$/,
  );
  expect(splitBeforeText({ ...found, count: 1, to: found.from }, false)).toMatch(
    /^1 entry dated 08\/01\/2025 is already/,
  );
});
