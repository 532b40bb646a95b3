import { decimal, err, fail, type Failures, type Recorder, type Result } from '../../kernel/index.ts';
import { type CarryPosition, carryPosition } from '../carryPosition/index.ts';
import { notSaid } from '../period/index.ts';
import type { LedgerAccount } from './accountOf.ts';

/** What the terms of a fund say of its carry, as they are entered: percentages as text, null where they say nothing. */
export interface EnteredCarryTerms {
  readonly carry: string | null;
  readonly hurdle: string | null;
  readonly catchUp: string | null;
  /** A code; the whole fund where nothing is said. */
  readonly waterfall: string | null;
}

/**
 * How the carry of a fund stands at a quarter end: of the account of those who pay carry, by the terms that were entered. What is due to the investors
 * first grows until then, and no more once the fund is over.
 *
 * Source: docs/calculations/carry-position.md.
 * Fails:  as `carryPosition`; NOT_REPORTED where nothing is known of carry, as of a vehicle whose cash came with a transfer of data.
 */
export function carryOfAccount(
  { flows, navBeforeCarry, carryPaid, until }: Pick<LedgerAccount, 'flows' | 'navBeforeCarry' | 'carryPaid' | 'until'>,
  { carry, hurdle, catchUp, waterfall }: EnteredCarryTerms,
  explain?: Recorder,
): Result<CarryPosition, Failures> {
  if (navBeforeCarry === null || carryPaid === null) {
    const { code, detail } = notSaid('operations');
    return err(['navBeforeCarry', 'carryPaid'].map((name) => fail(code, [name], detail)));
  }
  const percent = (text: string | null) => (text === null ? null : decimal(text));
  const given = {
    waterfall: waterfall === 'DEAL_BY_DEAL' ? 'DEAL_BY_DEAL' : 'WHOLE_FUND',
    carry: percent(carry),
    hurdle: percent(hurdle),
    catchUp: percent(catchUp),
  } as const;
  return carryPosition({ flows, navBeforeCarry, carryPaid, asOf: until, terms: given }, explain);
}
