import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { runTieOuts, spokenDifference } from '../capitalAccount/index.ts';
import { computeVehicle, type VehicleLedger } from '../period/index.ts';
import { type ClosingLedger, tieOutFacts } from './index.ts';

const [locked, next] = [calendarDate('2020-03-31'), calendarDate('2020-06-30')];
const ledger: ClosingLedger = {
  vehicleId: 'fund',
  commitments: [{ id: 'a', investorCode: 'A', investorName: 'Acme', isGp: false }],
  events: [
    {
      id: 'close',
      commitmentId: 'a',
      kind: 'CLOSE',
      date: calendarDate('2020-01-01'),
      booked: locked,
      amount: decimal('500'),
      paysFee: null,
      paysCarry: null,
      holdingId: null,
      seq: 1,
      reversalOf: null,
    },
  ],
  entries: [
    {
      id: 'call',
      type: 'CALL-INV',
      amount: decimal('100'),
      effective: calendarDate('2020-02-01'),
      booked: locked,
      key: 'COMMITMENT',
      holdingId: null,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: calendarDate('2020-02-01'),
      reversalOf: null,
      source: null,
      shares: [{ commitmentId: 'a', isMirror: false, amount: decimal('100'), cost: zero, unfunded: decimal('-100') }],
    },
  ],
  securities: [],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};

/** Returns the differences of the next quarter, if the quarter before was locked with a NAV of 120 on a basis. */
const differences = (navBasis: VehicleLedger['navBasis'], navBasisThen: VehicleLedger['navBasis']) => {
  const lockedBy = new Map([
    [locked, { rules: '1', policy: 'ILPA', transfers: 'HISTORY', navBasis: navBasisThen } as const],
  ]);
  const now = { ...ledger, navBasis, lockedBy };
  const stored = { nav: decimal('120'), navBeforeCarry: decimal('120'), unfunded: decimal('400') };
  const outside = {
    fiscalYearEnd: '12-31',
    carryPaid: [],
    notices: new Map(),
    closed: (end: string) =>
      new Map(
        end === locked
          ? [
              ['fund', stored],
              ['a', stored],
            ]
          : [],
      ),
  };
  const [facts] = tieOutFacts(now, [next], outside, computeVehicle(now, next, { through: next }));
  return runTieOuts(facts!).flatMap(({ id, differences: found }) => found.map((one) => [id, spokenDifference(one)]));
};

it('an opening on the ledger that differs from a reported closing can be acknowledged, other differences can’t [T2] [T12]', () => {
  expect(differences('LEDGER', 'LEDGER')).toEqual([['T2', expect.stringContaining('Acme, QTD')]]);
  const reported = 'in the ledger 100.00, reported and locked 120.00, difference (20.00)';
  expect(differences('LEDGER', 'REPORTED')).toEqual([
    ['T12', `Opening NAV of the fund, from 03/31/2020: ${reported}`],
    ['T12', `Opening NAV of Acme, from 03/31/2020: ${reported}`],
  ]);
  // The statement opens with the stored NAV.
  expect(differences('REPORTED', 'REPORTED')).toEqual([]);
});
