import { PERCENT_SCALE } from '../../kernel/cents/index.ts';
import { type Decimal, type Failure, type FailureCode, fail, type Path } from '../../kernel/index.ts';

const MONEY_DECIMALS = 2;

/** Adds a failure to the list. A rule reports every failure that applies. */
export type Refuse = (code: FailureCode, path: Path, detail: string) => void;

export function refuseInto(failures: Failure[]): Refuse {
  return (code, path, detail) => {
    failures.push(fail(code, path, detail));
  };
}

/** Checks that an amount of money has at most 2 decimals. Finer amounts are rejected, not rounded. */
export function checkMoney(amount: Decimal | undefined, path: Path, refuse: Refuse): void {
  if (amount === undefined) return;
  if (!amount.isFinite()) refuse('NUMBER_FORMAT', path, 'must be a finite number');
  else if (amount.decimalPlaces() > MONEY_DECIMALS) refuse('MONEY_SCALE', path, 'has more than 2 decimals');
}

/** Checks that a percentage has at most 10 decimals and lies between 0 and 100. `what` names it in the failure. */
export function checkPercent(
  percent: Decimal | undefined,
  path: Path,
  refuse: Refuse,
  noun: string = 'a percentage',
): void {
  if (percent === undefined) return;
  if (!(percent.gte(0) && percent.lte(100))) refuse('PERCENT_RANGE', path, `${noun} must be between 0 and 100.`);
  else if (percent.decimalPlaces() > PERCENT_SCALE) refuse('PERCENT_SCALE', path, 'has more than 10 decimals');
}

/** Reports every position with an id that occurred before. */
export function checkDistinct(
  ids: readonly string[],
  code: FailureCode,
  pathOf: (position: number) => Path,
  refuse: Refuse,
): void {
  const seen = new Set<string>();
  ids.forEach((id, position) => {
    if (seen.has(id)) refuse(code, pathOf(position), `${id} is named twice`);
    seen.add(id);
  });
}
