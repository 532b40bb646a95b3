import { decimal, err, fail, type Failures, type Recorder, type Result } from '../../kernel/index.ts';
import { type CarryPosition, carryPosition } from '../carryPosition/index.ts';
import { missingReport } from '../period/index.ts';
import type { LedgerAccount } from './analyzeAccount.ts';

/** A fund's carry terms as entered: percentages as text, null if missing. */
export interface EnteredCarryTerms {
  readonly carry: string | null;
  readonly hurdle: string | null;
  readonly catchUp: string | null;
  /** A code. Null means whole fund. */
  readonly waterfall: string | null;
}

/**
 * Computes the carry position of a fund at a quarter end, from the account of the commitments that pay carry and the entered terms. The preferred
 * return grows until then, and stops growing once the fund has ended.
 *
 * Source: docs/calculations/carry-position.md.
 * Fails:  as `carryPosition`; NOT_REPORTED if carry is unknown, as for a vehicle whose cash came with a data transfer.
 */
export function carryOfAccount(
  { flows, navBeforeCarry, carryPaid, until }: Pick<LedgerAccount, 'flows' | 'navBeforeCarry' | 'carryPaid' | 'until'>,
  { carry, hurdle, catchUp, waterfall }: EnteredCarryTerms,
  explain?: Recorder,
): Result<CarryPosition, Failures> {
  if (navBeforeCarry === null || carryPaid === null) {
    const { code, detail } = missingReport('operations');
    return err(['navBeforeCarry', 'carryPaid'].map((name) => fail(code, [name], detail)));
  }
  const percent = (text: string | null) => (text === null ? null : decimal(text));
  const terms = {
    waterfall: waterfall === 'DEAL_BY_DEAL' ? 'DEAL_BY_DEAL' : 'WHOLE_FUND',
    carry: percent(carry),
    hurdle: percent(hurdle),
    catchUp: percent(catchUp),
  } as const;
  return carryPosition({ flows, navBeforeCarry, carryPaid, asOf: until, terms }, explain);
}
