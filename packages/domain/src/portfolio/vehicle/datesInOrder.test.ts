import { describe, expect, it } from 'vitest';
import { datesInOrder, type VehicleDates } from './index.ts';

const failures = (dates: VehicleDates) => datesInOrder(dates).map(({ path, detail }) => [path.join('.'), detail]);

describe("a fund's dates", () => {
  it('may be equal or unknown', () => {
    expect(failures({})).toEqual([]);
    expect(failures({ finalCloseDate: '2020-03-31', liquidationDate: null, initialCloseDate: '' })).toEqual([]);
    const day = '2020-03-31';
    expect(
      failures({ initialCloseDate: day, finalCloseDate: day, investmentPeriodEnd: day, liquidationDate: day }),
    ).toEqual([]);
  });

  it('are refused at the field that is too early, once', () => {
    const dates = {
      initialCloseDate: '2021-03-31',
      finalCloseDate: '2020-03-31',
      liquidationDate: '2019-01-01',
      investmentPeriodEnd: '2010-01-01',
      escrowReleaseDate: '2021-03-30',
    };
    expect(failures(dates)).toEqual([
      ['liquidationDate', 'The liquidation can’t be before the initial close.'],
      ['escrowReleaseDate', 'The escrow can’t be released before the initial close.'],
      ['investmentPeriodEnd', 'The investment period can’t end before the initial close.'],
      ['finalCloseDate', 'The final close can’t be before the initial close.'],
    ]);
  });
});
