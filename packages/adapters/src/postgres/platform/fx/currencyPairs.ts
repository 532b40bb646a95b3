import type { CurrencyPair } from '@carrara/contract/platform/fx/fx';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { databaseFailure } from '../../engine/database/failures.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Columns of a pair with both of its currencies: `b` is the pair, `s` and `d` are the currencies. */
export const pairColumns = `s.code || '-' || d.code AS "partitionKey",
  s.code AS "sourceCurrencyCode", s.description AS "sourceCurrencyDescription", coalesce(s.symbol, '') AS "sourceCurrencySymbol",
  d.code AS "destinationCurrencyCode", d.description AS "destinationCurrencyDescription",
  coalesce(d.symbol, '') AS "destinationCurrencySymbol"`;
export const pairJoins = `JOIN reference_entry s ON s.tenant_id = b.tenant_id AND s.id = b.source_currency_id
  JOIN reference_entry d ON d.tenant_id = b.tenant_id AND d.id = b.destination_currency_id`;

const select = `SELECT b.id, b.row_version AS "rowVersion", ${pairColumns}, b.display_order AS "displayOrder", b.is_inactive AS "isInactive",
    (SELECT count(*)::int FROM exchange_rate r WHERE r.tenant_id = b.tenant_id AND r.currency_pair_id = b.id) AS "numberOfRates",
    array_remove(ARRAY[CASE WHEN s.is_inactive THEN s.code END, CASE WHEN d.is_inactive THEN d.code END], NULL) AS "archivedCurrencies"
  FROM currency_pair b ${pairJoins}`;

/** Returns the pairs in display order. Archived ones are included only on request. */
export function currencyPairs(
  tx: Transaction,
  options: { readonly includeInactive: boolean },
): Promise<CurrencyPair[]> {
  return tx.query<CurrencyPair>(
    `${select} WHERE b.tenant_id = $1 AND ($2 OR NOT b.is_inactive) ORDER BY b.display_order, s.code, d.code`,
    [tx.tenantId, options.includeInactive],
  );
}

export async function loadCurrencyPair(tx: Transaction, id: string): Promise<CurrencyPair | undefined> {
  const [found] = await tx.query<CurrencyPair>(`${select} WHERE b.tenant_id = $1 AND b.id = $2`, [tx.tenantId, id]);
  return found;
}

export interface PairValues {
  readonly sourceCurrencyId: string;
  readonly destinationCurrencyId: string;
  readonly displayOrder: number;
  readonly isInactive: boolean;
}

/**
 * Creates a pair, or updates the one read before.
 *
 * Fails: STALE_VERSION, DUPLICATE.
 */
export async function storeCurrencyPair(
  tx: Transaction,
  before: CurrencyPair | undefined,
  values: PairValues,
): Promise<Result<CurrencyPair, Failures>> {
  const id = before?.id ?? newId();
  const { sourceCurrencyId, destinationCurrencyId, displayOrder, isInactive } = values;
  const parameters = [
    tx.tenantId,
    id,
    sourceCurrencyId,
    destinationCurrencyId,
    displayOrder,
    isInactive,
    tx.now,
    tx.personId,
  ];
  try {
    const stored = before
      ? await tx.query(
          `UPDATE currency_pair SET source_currency_id = $3, destination_currency_id = $4, display_order = $5, is_inactive = $6,
             row_version = row_version + 1, updated_at = $7, updated_by = $8
           WHERE tenant_id = $1 AND id = $2 AND row_version = $9 RETURNING id`,
          [...parameters, before.rowVersion],
        )
      : await tx.query(
          `INSERT INTO currency_pair (tenant_id, id, source_currency_id, destination_currency_id, display_order, is_inactive, created_at,
             created_by, updated_at, updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8) RETURNING id`,
          parameters,
        );
    if (stored.length === 0) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure) return err([failure]);
    throw error;
  }
  const after = await loadCurrencyPair(tx, id);
  if (!after) throw new Error(`currency pair ${id} is missing after it was saved`);
  tx.record({
    operation: 'saveCurrencyPair',
    objectType: 'currencyPair',
    objectId: id,
    objectName: after.partitionKey,
    before: before ?? null,
    after,
    rowVersion: after.rowVersion,
  });
  return ok(after);
}
