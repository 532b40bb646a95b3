import { calendarDate, decimal } from '@carrara/domain/kernel';
import {
  convertedFigures,
  type StoredFigureTexts,
  moneyFigures,
  type Subject,
} from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { latestRates } from '../../platform/fx/latestRates.ts';
import { snakeCase } from '../../engine/records/definition.ts';
import { feePayingSql, figureOnBasisSql, reasonsOnBasis } from './basis.ts';
import { quartersSql } from './hasVehicleEndedSql.ts';
import { displayedQuarter } from './displayedQuarter.ts';

type Row = StoredFigureTexts & { readonly row: Readonly<Record<string, unknown>> };

/** Request for a list's figures in one currency. */
export interface RequestedFigures {
  readonly subject: Exclude<Subject, 'INVESTOR'>;
  /** Defaults to `displayedQuarter`. */
  readonly endDate?: string | undefined;
  /** True to include late vehicles with their last figures. */
  readonly carriesForward?: boolean | undefined;
  /** Figures to use instead of the stored ones, as rows of `period_figure` in JSON. */
  readonly rows?: string | undefined;
  /** All vehicles if absent. */
  readonly vehicleId?: string | undefined;
}

/**
 * Returns the figures at a quarter end converted to one currency, in the form that `figureRows` needs for `:converted`.
 * Undefined if the currency doesn't exist.
 */
export async function figuresInCurrency(
  tx: Transaction,
  { subject, endDate, carriesForward = false, vehicleId, rows: figures }: RequestedFigures,
  code: string,
): Promise<string | undefined> {
  const [currency] = await tx.query<{ id: string; end: string | null }>(
    `SELECT r.id, coalesce($3::date, ${displayedQuarter()}) AS "end"
     FROM reference_entry r WHERE r.tenant_id = $1 AND r.type = 'currency' AND r.code = $2`,
    [tx.tenantId, code, endDate ?? null],
  );
  if (currency === undefined) return undefined;
  if (currency.end === null) return '[]';
  const isVehicle = subject === 'VEHICLE';
  const hasRows = '$6::jsonb IS NOT NULL';
  const [rows, pairRates] = await Promise.all([
    tx.query<Row>(
      `SELECT to_jsonb(f) AS row, r.code AS currency, ${isVehicle ? reasonsOnBasis('f', hasRows) : 'f.not_determined'} AS "notDetermined",
         ${moneyFigures.map((name) => `${isVehicle ? figureOnBasisSql('f', snakeCase(name), hasRows) : `f.${snakeCase(name)}`} AS "${name}"`).join(', ')}
       FROM (SELECT g.* FROM ${quartersSql('$3::date', { when: '$5::boolean', ...(isVehicle ? { coversAllPartners: 'false' } : {}) })} q
           JOIN period_figure g ON g.tenant_id = q.tenant_id AND g.vehicle_id = q.id AND g.period_end = q.period_end WHERE $6::jsonb IS NULL
         UNION ALL SELECT * FROM jsonb_populate_recordset(NULL::period_figure, $6::jsonb)) f
       JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id ${isVehicle ? feePayingSql('f') : ''}
       WHERE f.tenant_id = $1 AND f.subject = $2 AND ($4::uuid IS NULL OR f.vehicle_id = $4)`,
      [tx.tenantId, subject, currency.end, vehicleId ?? null, carriesForward, figures ?? null],
    ),
    latestRates(tx, currency.end),
  ]);
  const rates = pairRates.flatMap(({ sourceCurrencyCode: from, destinationCurrencyCode: to, rate, rateDate }) =>
    rate === null || rateDate === null ? [] : [{ from, to, rate: decimal(rate), date: calendarDate(rateDate) }],
  );
  const date = calendarDate(currency.end);
  const converted = rows.map((storedRow) => {
    const { row, notDetermined, currency: _code, ...amounts } = convertedFigures(storedRow, code, { date, rates });
    const own = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [snakeCase(name), amount]));
    return { ...row, ...own, currency_id: currency.id, not_determined: notDetermined };
  });
  return JSON.stringify(converted);
}
