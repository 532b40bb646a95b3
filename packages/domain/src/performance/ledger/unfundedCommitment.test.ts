import { decimal, moneyText } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { type RequestedEntry, type EntryType, performanceType, postEntry, unfundedChanges } from './index.ts';
import { eventFailures } from './unfundedCommitment.ts';
import { ledgerAfter, close, day, emptyLedger, events, requestEntry, sum } from './ledger.fixture.ts';

describe('a commitment', () => {
  const recalled = ledgerAfter(
    emptyLedger,
    requestEntry('CALL-INV', '10000000'),
    requestEntry('DIST-ROC', '80000000', { isRecallable: true, effective: day('2020-06-01') }),
  );
  const release = (amount: string) => close('a', amount, { kind: 'RELEASE', date: day('2020-07-01') });

  it('can’t be negative, even if a recallable distribution raised its unfunded part', () => {
    expect(eventFailures(release('50000000'), recalled)).toEqual([]);
    expect(eventFailures(release('50000000.01'), recalled)).toMatchObject([
      {
        code: 'NEGATIVE_AMOUNT',
        path: ['amount'],
        detail: 'The commitment of LP-A would be (0.01) on 07/01/2020. Enter at most 50,000,000.00.',
      },
    ]);
  });

  it('can’t be negative after the reversal of an increase', () => {
    const increase = close('a', '10', { kind: 'INCREASE', date: day('2020-06-15') });
    const released = { ...recalled, events: [...events, increase, release('50000010')] };
    const reversal = { ...increase, amount: increase.amount.negated() };
    expect(eventFailures(reversal, released).map(({ detail }) => detail)).toEqual([
      'The commitment of LP-A would be (10.00) on 07/01/2020. Reverse the later decreases first.',
    ]);
  });
});

describe('the unfunded commitment', () => {
  it.each<[string, EntryType, Partial<RequestedEntry>, string, readonly string[]]>([
    [
      'another amount',
      'UNFUNDED',
      {},
      '40',
      [
        'SHARES_OFF: With the type ‘Adjustment of the unfunded commitment’, this share changes the unfunded commitment by 60.00, not by 40.00. Leave the field empty, or correct the amount.',
      ],
    ],
    [
      'the opposite sign',
      'RELEASE',
      {},
      '60',
      [
        'SHARES_OFF: With the type ‘Unfunded commitment released’, this share changes the unfunded commitment by (60.00), not by 60.00. Leave the field empty, or correct the amount.',
      ],
    ],
    [
      'none, of a call inside the commitment',
      'CALL-INV',
      {},
      '0',
      [
        'SHARES_OFF: With the type ‘Capital call: investments’, this share changes the unfunded commitment by (60.00), not by 0.00. Leave the field empty, or state whether the entry is outside the commitment.',
      ],
    ],
    [
      'a change, of a distribution that isn’t recallable',
      'DIST-ROC',
      {},
      '60',
      [
        'SHARES_OFF: With the type ‘Distribution: return of capital’, this share changes the unfunded commitment by 0.00, not by 60.00. Leave the field empty, or state whether the distribution is recallable.',
      ],
    ],
    [
      'a change, of a fee',
      'FEE',
      {},
      '-60',
      [
        'FIELD_NOT_OF_TYPE: An entry of type ‘Management fees’ doesn’t change the unfunded commitment. Leave the field empty.',
      ],
    ],
    ['the computed amount', 'UNFUNDED', {}, '60', []],
    ['the computed amount, of a recallable distribution', 'DIST-ROC', { isRecallable: true }, '60', []],
    ['none, of a call outside the commitment', 'CALL-FEE', { isOutside: true }, '0', []],
    ['none, of a fee', 'FEE', {}, '0', []],
  ])('is entered with a share as %s', (_name, type, more, unfunded, refused) => {
    const shares = [{ commitmentId: 'a', amount: decimal('60'), unfunded: decimal(unfunded) }];
    const result = postEntry(requestEntry(type, '60', { key: 'ONE', enteredShares: shares, ...more }), emptyLedger);
    expect(result.isErr() ? result.error.map(({ code, detail, path }) => [`${code}: ${detail}`, path]) : []).toEqual(
      refused.map((text) => [text, ['shares', 0, 'unfunded']]),
    );
  });

  it('falls with calls within it, rises with recallable amounts, and changes with a transfer as entered', () => {
    const transfer = requestEntry('TRANSFER', '0', {
      key: 'NOTICE',
      effective: day('2021-02-01'),
      enteredShares: [
        { commitmentId: 'a', amount: decimal('-900'), unfunded: decimal('400') },
        { commitmentId: 'b', amount: decimal('900'), unfunded: decimal('-400') },
      ],
    });
    const ledger = ledgerAfter(
      emptyLedger,
      requestEntry('CALL-INV', '1000'),
      requestEntry('CALL-FEE', '100', { isOutside: true }),
      requestEntry('DIST-ROC', '200', { isRecallable: true }),
      requestEntry('DIST-GAIN', '300'),
      requestEntry('EXCESS-INV', '50'),
      requestEntry('RELEASE', '10'),
      requestEntry('UNFUNDED', '-20'),
      transfer,
    );
    const unfunded = (id: string) => moneyText(sum(unfundedChanges(ledger, id).map(({ amount }) => amount)));
    expect(['a', 'b', 'c', 'gp'].map(unfunded)).toEqual(['50000010.00', '29999366.00', '17499863.50', '2499980.50']);
  });

  it('assigns a call or a distribution to a row of ILPA’s Performance Template', () => {
    const name = (type: EntryType, more: Partial<RequestedEntry> = {}) =>
      performanceType(requestEntry(type, '1', more));
    expect(name('CALL-FEE')).toBe('Capital Call: Management Fees (Inside Commitment)');
    expect(name('CALL-FEE', { isOutside: true })).toBe('Capital Call: Management Fees (Outside Commitment)');
    expect(name('DIST-ROC', { isRecallable: true })).toBe('Distribution: Recallable - Return of Capital');
    expect(name('CALL-EXP', { isOutside: true })).toBe('Capital Call: Partnership Expenses');
    expect(name('FEE')).toBeNull();
  });
});
