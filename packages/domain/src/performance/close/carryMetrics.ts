import { type CalendarDate, type Decimal, moneyText, roundMoney, zero } from '@carrara/domain/kernel';
import { commitmentsOn } from '../ledger/index.ts';
import type { PeriodFigures, VehicleLedger } from '../period/index.ts';

/** A metric of a holding at a quarter end for carry: the total, the general partner's part and the others' part. */
export interface CarryMetric {
  readonly code: keyof typeof carryMetricTitles;
  readonly total: Decimal;
  readonly gp: Decimal | null;
  readonly jv: Decimal | null;
}

const carryMetricTitles = {
  INV: 'Invested capital',
  REAL: 'Realized proceeds',
  UNREAL: 'Unrealized value',
  TOTAL: 'Total value',
  GAIN: 'Gain',
  MULT: 'Multiple of invested capital',
} as const;

const MULTIPLE_DECIMALS = 2;

/**
 * Computes the metrics of each holding that a vehicle ever paid for, as carry displays them.
 *
 *     REAL = sales + income;  UNREAL = fair value;  TOTAL = REAL + UNREAL;  GAIN = TOTAL - INV, of the amounts as shown;  MULT = TOTAL / INV
 *     GP = round2(amount x commitment of the general partner / all commitments);  JV = amount - GP; a multiple is the same for both
 *
 * Units:  the vehicle's currency; multiples with 2 decimals. GP and JV are null if nothing is committed. Metrics of amounts that aren't determined are left out.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function carryMetrics(
  ledger: Pick<VehicleLedger, 'commitments' | 'events'>,
  { end, subjects }: PeriodFigures,
): ReadonlyMap<string, readonly CarryMetric[]> {
  const earlier = ledger.events.filter(({ booked }) => booked <= end);
  const states = commitmentsOn(ledger.commitments, earlier, end as CalendarDate);
  const sum = (some: typeof states) => some.reduce((total, { amount }) => total.plus(amount), zero);
  const [own, all] = [sum(states.filter(({ isGp }) => isGp)), sum(states)];
  const part = (code: CarryMetric['code'], total: Decimal): CarryMetric => {
    const gp = all.isZero() ? null : roundMoney(total.times(own).div(all));
    return { code, total, gp, jv: gp === null ? null : total.minus(gp) };
  };
  return new Map(
    subjects.flatMap(({ subject, id, invested, proceeds, income, fairValue }) => {
      if (subject !== 'HOLDING' || invested === null || !invested.gt(0)) return [];
      const real = proceeds && income && proceeds.plus(income);
      const total = real && fairValue && real.plus(fairValue);
      const multiple = total && total.div(invested).toDecimalPlaces(MULTIPLE_DECIMALS);
      return [
        [
          id,
          [
            part('INV', invested),
            ...(real ? [part('REAL', real)] : []),
            ...(fairValue ? [part('UNREAL', fairValue)] : []),
            ...(total ? [part('TOTAL', total), part('GAIN', total.minus(invested))] : []),
            ...(multiple ? [{ code: 'MULT', total: multiple, gp: multiple, jv: multiple } as const] : []),
          ],
        ] as const,
      ];
    }),
  );
}

/** Returns the metrics that locked quarters pass to carry, from their figures. */
export function metricsOfQuarters(
  ledger: Pick<VehicleLedger, 'commitments' | 'events'>,
  quarters: readonly { readonly id: string; readonly periodEnd: string }[],
  computed: readonly PeriodFigures[],
) {
  const idOf = new Map(quarters.map(({ id, periodEnd }) => [periodEnd, id]));
  return computed.flatMap((period) => {
    const periodId = idOf.get(period.end);
    if (periodId === undefined) return [];
    return [...carryMetrics(ledger, period)].flatMap(([containerId, metrics]) =>
      metrics.map(({ code, total, gp, jv }, displayOrder) => ({
        periodId,
        containerId,
        metricDate: period.end,
        displayOrder,
        transactionTypeCode: code,
        transactionTypeDescription: carryMetricTitles[code],
        totalAmount: moneyText(total),
        gpAmount: gp && moneyText(gp),
        jvAmount: jv && moneyText(jv),
      })),
    );
  });
}
