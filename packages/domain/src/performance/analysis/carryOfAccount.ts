import { err, fail, type Failures, type Recorder, type Result } from '../../kernel/index.ts';
import { type CarryPosition, carryPosition } from '../carryPosition/index.ts';
import { type EnteredCarryTerms, wholeFundCarry } from '../carryTerms/index.ts';
import { missingReport } from '../period/index.ts';
import type { LedgerAccount } from './analyzeAccount.ts';

/**
 * Computes the carry position of a fund at a quarter end. It uses the account of the commitments that pay carry and
 * the terms in force, which are null if there are none. The preferred return grows until then, and stops growing once
 * the fund has ended.
 *
 * Source: docs/calculations/carry-position.md.
 * Fails:  as `carryPosition` and `wholeFundCarry`; NOT_REPORTED if carry is unknown, as for a vehicle whose cash came with a data transfer.
 */
export function carryOfAccount(
  { flows, navBeforeCarry, carryPaid, until }: Pick<LedgerAccount, 'flows' | 'navBeforeCarry' | 'carryPaid' | 'until'>,
  entered: EnteredCarryTerms | null,
  explain?: Recorder,
): Result<CarryPosition, Failures> {
  if (navBeforeCarry === null || carryPaid === null) {
    const { code, detail } = missingReport('operations');
    return err(['navBeforeCarry', 'carryPaid'].map((name) => fail(code, [name], detail)));
  }
  return wholeFundCarry(entered).andThen((terms) =>
    carryPosition({ flows, navBeforeCarry, carryPaid, asOf: until, terms }, explain),
  );
}
