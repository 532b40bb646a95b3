import { personName } from '../../engine/texts/personName.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';

const rates = `(
  SELECT r.tenant_id, r.id, r.row_version, s.code || '-' || d.code AS pair, s.code AS source, d.code AS destination, r.effective_date, r.rate,
         r.updated_at, r.updated_by
  FROM exchange_rate r
  JOIN currency_pair p ON p.tenant_id = r.tenant_id AND p.id = r.currency_pair_id
  JOIN reference_entry s ON s.tenant_id = p.tenant_id AND s.id = p.source_currency_id
  JOIN reference_entry d ON d.tenant_id = p.tenant_id AND d.id = p.destination_currency_id
)`;

/** List of all entered rates. */
export const exchangeRateList = defineListQuery<ExchangeRateRow>({
  base: { table: rates },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    partitionKey: column('code', 'b.pair'),
    sourceCurrencyCode: column('code', 'b.source'),
    destinationCurrencyCode: column('code', 'b.destination'),
    effectiveDate: column('date', 'b.effective_date'),
    rate: column('rate', 'b.rate'),
    updatedDate: column('instant', 'b.updated_at'),
    updatedBy: { value: personName('b.updated_by') },
  },
  search: { text: 'lower(b.pair)' },
  filters: { pair: condition('b.pair = ?') },
  defaultSort: { field: 'effectiveDate', ascending: false },
});

export interface ExchangeRateRow {
  readonly id: string;
  readonly rowVersion: number;
  readonly partitionKey: string;
  readonly sourceCurrencyCode: string;
  readonly destinationCurrencyCode: string;
  readonly effectiveDate: string;
  readonly rate: string;
  readonly updatedDate: string;
  readonly updatedBy: string;
}

/** Returns some of the rates in the form of the list. */
export function exchangeRatesById(tx: Transaction, ids: readonly string[]): Promise<ExchangeRateRow[]> {
  return tx.query<ExchangeRateRow>(
    `SELECT b.id, b.row_version AS "rowVersion", b.pair AS "partitionKey", b.source AS "sourceCurrencyCode",
            b.destination AS "destinationCurrencyCode", b.effective_date AS "effectiveDate", trim_scale(b.rate)::text AS rate,
            b.updated_at AS "updatedDate", ${personName('b.updated_by')} AS "updatedBy"
     FROM ${rates} b WHERE b.tenant_id = $1 AND b.id = ANY ($2::uuid[]) ORDER BY b.effective_date, b.pair`,
    [tx.tenantId, ids],
  );
}
