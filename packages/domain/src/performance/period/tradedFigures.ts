import { type CalendarDate, type Decimal, err, ok, zero } from '@carrara/domain/kernel';
import { multipleOnInvested } from '@carrara/domain/kernel/measures';
import type { EntryType, Position } from '../ledger/index.ts';
import { type Flow, hasCash, notes, notReported, rateUntil } from './capital.ts';
import { type Figures, blankFigures } from './figures.ts';

/** A payment for a holding or a receipt from it. */
export interface TradedAmount {
  readonly type: EntryType;
  readonly effective: CalendarDate;
  readonly amount: Decimal;
}

/**
 * Computes the gross figures of one or several holdings.
 *
 *     MOIC = (proceeds + income + fair value) / invested;  IRR of -purchases, +sales, +income, +fair value at the end
 *
 * Units:  one currency, whole cents; the rate a fraction.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function tradedFigures(
  entries: readonly TradedAmount[],
  { cost, fairValue }: Position,
  end: CalendarDate,
): Figures {
  const sumWhere = (isSo: (type: EntryType) => boolean) =>
    entries.reduce<Decimal>((sum, { type, amount }) => (isSo(type) ? sum.plus(amount) : sum), zero);
  const invested = sumWhere((type) => type === 'BUY');
  const proceeds = sumWhere((type) => type === 'SELL');
  const income = sumWhere((type) => type.startsWith('INC-'));
  const flows: readonly Flow[] = entries.map(({ type, effective, amount }) => ({
    date: effective,
    amount: type === 'BUY' ? amount.negated() : amount,
  }));
  const { notDetermined, note } = notes();
  const rate = fairValue.isZero() && !hasCash(flows) ? ok(null) : rateUntil(flows, fairValue, end);
  return {
    ...blankFigures,
    invested,
    proceeds,
    income,
    cost,
    fairValue,
    unrealized: fairValue.minus(cost),
    grossIrr: note(['grossIrr'], rate)?.rate ?? null,
    grossIrrAnnualized: rate.isOk() ? (rate.value?.annualized ?? null) : null,
    grossMoic: multipleOnInvested({ realized: proceeds.plus(income), unrealized: fairValue, invested }),
    notDetermined,
  };
}

/** Returns a vehicle's figures that come from its holdings. */
export const grossAmount = ({
  invested,
  proceeds,
  income,
  cost,
  fairValue,
  grossIrr,
  grossIrrAnnualized,
  grossMoic,
}: Figures) => ({
  invested,
  proceeds,
  income,
  cost,
  fairValue,
  grossIrr,
  grossIrrAnnualized,
  grossMoic,
});

/** Returns the gross figures of a vehicle with unreported holdings. */
export function unknownTraded(): Figures {
  const { notDetermined, note } = notes();
  note(
    ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'grossIrr', 'grossMoic'],
    err(notReported('operations')),
  );
  return { ...blankFigures, notDetermined };
}
