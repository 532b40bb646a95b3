import {
  type CalendarDate,
  Decimal,
  err,
  type Failures,
  fail,
  hundred,
  ok,
  type Result,
  roundMoney,
  zero,
  zip,
} from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import { exposureByRecipient } from '../carryPosition/index.ts';
import type { LifetimeCarry } from './entitlement.ts';
import type { CarryReceiver } from './input.ts';
import type { ClawbackResult } from './result.ts';
import { sumOf } from './runTiers.ts';
import type { ClawbackTerms } from './terms.ts';

export interface ClawbackFacts {
  readonly date: CalendarDate;
  /** Nothing is left to sell. */
  readonly isOver: boolean;
  readonly escrowBalance: Decimal;
  readonly receivers: readonly CarryReceiver[];
}

/**
 * Adds up the partners' clawbacks and applies tax, escrow and guarantee.
 *
 *     gross = sum over partners of min(received, max(all carry - entitled, shortfall) - retained)
 *     CAP   = min(gross, received x (1 - tax));  SCALE = gross x (1 - tax);  NONE = gross
 *
 * Units:  money in cents; percent.
 * Source: ILPA Principles 3.0, 2019, page 11; docs/calculations/waterfall.md.
 * Fails:  REQUIRED (GP entities that received no carry can't share a clawback).
 */
export function clawbackResult(
  terms: ClawbackTerms,
  partners: readonly LifetimeCarry[],
  facts: ClawbackFacts,
): Result<ClawbackResult, Failures> {
  const total = (name: keyof LifetimeCarry) => sumOf(partners.map((partner) => partner[name]));
  const [received, entitled, gross] = [total('received'), total('entitled'), total('clawback')];
  const { cap, net } = afterTax(terms, gross, received);
  const due = terms.policy === 'NONE' ? zero : net;
  return sharesOf(terms, due, facts).map((shares) => {
    const covered = sumOf(shares.map((share) => share.coveredByEscrow));
    const coveredByEscrow = shares.length === 0 ? Decimal.min(due, facts.escrowBalance) : covered;
    return {
      isDue: isPayable(terms, facts),
      cumulativeProfit: total('profit'),
      received,
      entitled,
      excessCarry: sumOf(partners.map((partner) => Decimal.max(zero, partner.received.minus(partner.entitled)))),
      lpShortfall: total('shortfall'),
      partners: partners.map(({ retainedCarry, clawback }) => ({ retainedCarry, gross: clawback })),
      gross,
      cap,
      due,
      coveredByEscrow,
      rest: due.minus(coveredByEscrow),
      shares,
    };
  });
}

function afterTax({ tax: { method, rate } }: ClawbackTerms, gross: Decimal, received: Decimal) {
  const afterTaxShare = hundred.minus(rate ?? zero).div(hundred);
  if (method === 'SCALE') return { cap: null, net: roundMoney(gross.times(afterTaxShare)) };
  if (method === 'NONE') return { cap: null, net: gross };
  const cap = roundMoney(received.times(afterTaxShare));
  return { cap, net: Decimal.min(gross, cap) };
}

const isPayable = ({ policy, dates }: ClawbackTerms, { date, isOver }: ClawbackFacts): boolean =>
  policy !== 'NONE' && (isOver || (policy === 'INTERIM' && dates.includes(date)));

/** Splits the clawback by the carry received. Escrow that isn't entered per GP entity is split alike. */
function sharesOf(
  { guarantee }: ClawbackTerms,
  due: Decimal,
  { receivers, escrowBalance }: ClawbackFacts,
): Result<ClawbackResult['shares'], Failures> {
  const weights = receivers.map(({ received }) => Decimal.max(zero, received));
  if (receivers.length === 0 || (due.isZero() && weights.every((weight) => weight.isZero()))) return ok([]);
  if (weights.every((weight) => weight.isZero()))
    return err([
      fail('REQUIRED', ['participants'], 'Enter the carry that each GP entity received, to share the clawback.'),
    ]);
  const isEntered = receivers.some((receiver) => !receiver.escrowBalance.isZero());
  return allocate(isEntered ? zero : escrowBalance, weights)
    .andThen((parts) =>
      exposureByRecipient(
        due,
        zip(receivers, parts).map(([receiver, part]) => ({
          ...receiver,
          escrowBalance: receiver.escrowBalance.plus(part),
        })),
      ),
    )
    .map((exposures) => {
      const uncovered = sumOf(exposures.map(({ exposure }) => exposure));
      return exposures.map(({ id, share, coveredByEscrow, exposure }) => ({
        id,
        share,
        coveredByEscrow,
        liability: guarantee === 'JOINT' ? uncovered : exposure,
      }));
    });
}
