import type { CurrencyPair } from '@carrara/contract/platform/fx/fx';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { pairColumns, pairJoins } from './currencyPairs.ts';

/** A pair with its latest own rate on or before a date, if there is one. */
export interface LatestRate
  extends Pick<
    CurrencyPair,
    | 'partitionKey'
    | 'sourceCurrencyCode'
    | 'sourceCurrencyDescription'
    | 'sourceCurrencySymbol'
    | 'destinationCurrencyCode'
    | 'destinationCurrencyDescription'
    | 'destinationCurrencySymbol'
  > {
  readonly pairId: string;
  readonly rateId: string | null;
  readonly rateVersion: number | null;
  readonly rate: string | null;
  readonly rateDate: string | null;
}

/** Returns every active pair with its latest own rate on or before a date. */
export function latestRates(tx: Transaction, day: string): Promise<LatestRate[]> {
  return tx.query<LatestRate>(
    `SELECT b.id AS "pairId", ${pairColumns}, r.id AS "rateId", r.row_version AS "rateVersion", trim_scale(r.rate)::text AS rate,
            r.effective_date AS "rateDate"
     FROM currency_pair b ${pairJoins}
     LEFT JOIN LATERAL (SELECT x.id, x.row_version, x.rate, x.effective_date FROM exchange_rate x
       WHERE x.tenant_id = b.tenant_id AND x.currency_pair_id = b.id AND x.effective_date <= $2
       ORDER BY x.effective_date DESC LIMIT 1) r ON true
     WHERE b.tenant_id = $1 AND NOT b.is_inactive ORDER BY b.display_order, s.code, d.code`,
    [tx.tenantId, day],
  );
}

export interface CurrencyEntry {
  readonly id: string;
  readonly code: string;
  readonly description: string;
  readonly symbol: string;
}

export function activeCurrencies(tx: Transaction): Promise<CurrencyEntry[]> {
  return tx.query<CurrencyEntry>(
    `SELECT id, code, description, coalesce(symbol, '') AS symbol FROM reference_entry
     WHERE tenant_id = $1 AND type = 'currency' AND NOT is_inactive ORDER BY code`,
    [tx.tenantId],
  );
}

export interface StoredRate {
  readonly id: string;
  readonly rowVersion: number;
  readonly pairId: string;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly rate: string;
}

/** Returns the stored rates of these dates. */
export function storedRates(tx: Transaction, days: readonly string[]): Promise<StoredRate[]> {
  return tx.query<StoredRate>(
    `SELECT r.id, r.row_version AS "rowVersion", b.id AS "pairId", s.code AS "from", d.code AS "to", r.effective_date AS date,
            trim_scale(r.rate)::text AS rate
     FROM exchange_rate r JOIN currency_pair b ON b.tenant_id = r.tenant_id AND b.id = r.currency_pair_id ${pairJoins}
     WHERE r.tenant_id = $1 AND r.effective_date = ANY ($2::date[])`,
    [tx.tenantId, [...new Set(days)]],
  );
}
