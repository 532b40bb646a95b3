import { carryExpectedSql, carryPaidByFund } from '@carrara/adapters/postgres/carry/carryViews/carryPaidTo';
import { combinedFunds } from '@carrara/adapters/postgres/carry/carryViews/fundsAndCoinvestments';
import { vestingPositions } from '@carrara/adapters/postgres/carry/carryViews/vestingSources';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, numberText } from '@carrara/domain/kernel';
import { vestingDate } from '@carrara/domain/people/participant';
import { currentShare, vestedOn, unknownVestingReason } from '../vesting/vestingAnalysis.ts';

interface OfHolder {
  readonly employeeId: string;
  readonly holderId: string;
  readonly holder: string;
}
interface Holding extends OfHolder {
  readonly source: string;
  readonly effective: string;
  readonly vested: string | null;
  readonly reason: string | null;
}

/**
 * Returns the carry of people and their own trusts by fund: amounts paid, and shares on a date with the vested part.
 * It includes the amounts that forecasts in force expect after that date. Uses a few statements, however many people
 * there are.
 */
export async function carryOfPeople(tx: Transaction, employees: readonly string[], on: CalendarDate) {
  const only = employees.length === 1 ? { participantId: employees[0] } : {};
  const positions = await vestingPositions(tx, { on, aggregateTrust: true, ...only });
  const names = new Map((await combinedFunds(tx)).map(({ id, name }) => [id, name]));
  const holdings = positions.map(({ participant, terminationDate, source }): Holding => {
    const { vestedPercentage } = vestedOn(source, vestingDate(on, terminationDate));
    const holderId = source.fundId ?? source.coinvestmentId ?? source.id;
    return {
      employeeId: participant,
      holderId,
      holder: names.get(holderId) ?? source.name,
      source: source.name,
      effective: numberText(currentShare(source)),
      vested: vestedPercentage,
      reason: vestedPercentage === null ? unknownVestingReason(source) : null,
    };
  });
  const locations = holdings.toSorted(
    (first, other) => compared(first.holder, other.holder) || compared(first.source, other.source),
  );
  const [paid, estimates] = [await carryPaidByFund(tx, employees), await carryExpectedSql(tx, employees, on)];
  return { paid, holdings: locations, estimates };
}

const compared = (first: string, other: string): number => (first < other ? -1 : first > other ? 1 : 0);
