import { allocate } from '../../kernel/apportionment/index.ts';
import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  figure,
  ok,
  type Recorder,
  type Result,
  zero,
  zip,
} from '../../kernel/index.ts';
import { type AccountKey, type EscrowEntry, negateAmount } from './accountEntry.ts';

export interface EscrowAccount extends AccountKey {
  readonly balance: Decimal;
}

export interface EscrowUse {
  readonly requested: Decimal;
  readonly date: CalendarDate;
  readonly kind: 'released' | 'appliedToClawback';
  readonly originId?: string;
}

export interface EscrowUsed {
  /** The amount used. Less than requested if less is held. */
  readonly used: Decimal;
  readonly entries: readonly EscrowEntry[];
}

const usedFormula = defineFormula({
  id: 'escrow.used',
  text: 'used = the smaller of the amount requested and the escrow held',
  inputs: { requested: 'money', escrowBalance: 'money' },
  result: 'money',
  source: 'docs/calculations/escrow.md',
});

const partFormula = defineFormula({
  id: 'escrow.used.part',
  text: 'part = used x escrow held / total escrow held',
  inputs: { used: 'money', escrowBalance: 'money', totalEscrowBalance: 'money' },
  result: 'money',
  rounding: 'largest remainder, to cents',
  source: 'docs/calculations/allocation.md, docs/calculations/escrow.md',
});

/**
 * Releases escrow or applies it to a clawback. Tax isn't withheld a second time.
 *
 *     used = min(asked, held), split over the accounts by their held balances
 *
 * An account never gives more than it holds, and one with a zero or negative balance gives nothing. Explanations of an entry are recorded under
 * `['parts', its position]`.
 *
 * Units:  money in major units; the entries are negative, as they lower the balance.
 * Source: docs/calculations/escrow.md.
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT.
 */
export function releaseFromEscrow(
  escrowAccounts: readonly EscrowAccount[],
  { requested, date, kind, originId }: EscrowUse,
  explain?: Recorder,
): Result<EscrowUsed, Failures> {
  if (requested.lt(0)) return err([fail('NEGATIVE_AMOUNT', ['requestedAmount'], 'the amount can’t be negative')]);
  if (requested.decimalPlaces() > 2) return err([fail('MONEY_SCALE', ['requestedAmount'], 'has more than 2 decimals')]);
  const accounts = escrowAccounts.map((account) => ({
    account,
    weight: account.balance.gt(0) ? account.balance : zero,
  }));
  const weights = accounts.map(({ weight }) => weight);
  const escrowTotal = weights.reduce((sum, weight) => sum.plus(weight), zero);
  const used = requested.lt(escrowTotal) ? requested : escrowTotal;
  explain?.record(['used'], usedFormula, { requested, escrowBalance: escrowTotal }, used);
  if (used.isZero()) return ok({ used, entries: [] });
  return allocate(used, weights).map((parts) => {
    const applied = zip(accounts, parts).filter(([, part]) => !part.isZero());
    const origin = originId === undefined ? {} : { originId };
    const entries = applied.map(([{ account, weight }, part], at): EscrowEntry => {
      const { participantId, sourceId, via } = account;
      explain?.record(
        ['parts', at],
        partFormula,
        { used: figure(['used'], used), escrowBalance: weight, totalEscrowBalance: escrowTotal },
        part,
      );
      return { participantId, sourceId, via, date, kind, amount: negateAmount(part), ...origin };
    });
    return { used, entries };
  });
}
