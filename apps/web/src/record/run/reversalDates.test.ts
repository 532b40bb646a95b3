import { expect, it } from 'vitest';
import { ownMoves as distributionMoves } from '../../features/carry/distribution/ownMoves.ts';
import { ownMoves as ledgerRunMoves } from '../../features/carry/ledgerRun/ownMoves.ts';
import { ownMoves as realizationMoves } from '../../features/carry/realization/ownMoves.ts';

it('suggests today as the date of a reversal', () => {
  const record = {
    name: 'Q3',
    status: { code: 'DISB' },
    type: { code: 'RELEASE' },
    warnings: [],
    reconciliation: {},
    totalAccrued: '1.00',
  };
  const initial = [
    distributionMoves(record as never, '2026-11-29').reverseDistribution,
    ledgerRunMoves(record as never, '2026-11-29').reverseLedgerRun,
    realizationMoves(record as never, '2026-11-29').reverseRealization,
  ].map((move) => (move as { dialog: { initial: object } }).dialog.initial);
  expect(initial).toEqual(
    ['distributionDate', 'runDate', 'realizationDate'].map((field) => ({
      name: 'Reversal of Q3',
      [field]: '2026-11-29',
      description: null,
    })),
  );
});
