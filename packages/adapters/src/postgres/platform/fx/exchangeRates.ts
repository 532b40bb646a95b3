import { err, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { databaseFailure } from '../../engine/database/failures.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { StoredRate } from './latestRates.ts';

/** A rate to store: a new one, or the correction of a stored one. */
export interface EnteredRate {
  readonly pairId: string;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly rate: string;
  readonly existing: StoredRate | undefined;
}

/**
 * Stores rates, with one statement for all new ones, one for all corrections, and an audit entry for each.
 *
 * Fails: STALE_VERSION if one of them was changed meanwhile, DUPLICATE if one was entered meanwhile.
 */
export async function storeExchangeRates(
  tx: Transaction,
  operation: string,
  entered: readonly EnteredRate[],
): Promise<Result<readonly string[], Failures>> {
  const all = entered.map((rate) => ({
    ...rate,
    id: rate.existing?.id ?? newId(),
    rowVersion: (rate.existing?.rowVersion ?? 0) + 1,
  }));
  const created = all.filter(({ existing }) => existing === undefined);
  const corrected = all.filter(({ existing }) => existing !== undefined);
  const values = (rates: typeof all) => [rates.map(({ id }) => id), rates.map(({ rate }) => rate)];
  try {
    if (created.length > 0) {
      await tx.query(
        `INSERT INTO exchange_rate (tenant_id, id, currency_pair_id, effective_date, rate, created_at, created_by, updated_at, updated_by)
         SELECT $1, g.id, g.pair_id, g.day, g.rate, $6, $7, $6, $7
         FROM unnest($2::uuid[], $3::numeric[], $4::uuid[], $5::date[]) AS g(id, rate, pair_id, day)`,
        [
          tx.tenantId,
          ...values(created),
          created.map(({ pairId }) => pairId),
          created.map(({ date }) => date),
          tx.now,
          tx.personId,
        ],
      );
    }
    const changed = await tx.query(
      `UPDATE exchange_rate r SET rate = g.rate, row_version = r.row_version + 1, updated_at = $5, updated_by = $6
       FROM unnest($2::uuid[], $3::numeric[], $4::int[]) AS g(id, rate, row_version)
       WHERE r.tenant_id = $1 AND r.id = g.id AND r.row_version = g.row_version RETURNING r.id`,
      [tx.tenantId, ...values(corrected), corrected.map(({ rowVersion }) => rowVersion - 1), tx.now, tx.personId],
    );
    if (changed.length !== corrected.length) return err([fail('STALE_VERSION', ['rates'], '')]);
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure) return err([{ ...failure, path: ['rates'] }]);
    throw error;
  }
  for (const { id, existing, rowVersion, from, to, date, rate } of all) {
    tx.record({
      operation,
      objectType: 'exchangeRate',
      objectId: id,
      objectName: `${from}-${to} ${date}`,
      before: existing
        ? { id, pair: `${from}-${to}`, date, rate: existing.rate, rowVersion: existing.rowVersion }
        : null,
      after: { id, pair: `${from}-${to}`, date, rate, rowVersion },
      rowVersion,
    });
  }
  return ok(all.map(({ id }) => id));
}

/**
 * Deletes a rate. The previous rate of its pair applies again.
 *
 * Fails: NOT_FOUND, STALE_VERSION.
 */
export async function deleteExchangeRate(
  tx: Transaction,
  id: string,
  rowVersion: number | undefined,
): Promise<Result<{ id: string }, Failures>> {
  const [before] = await tx.query<StoredRate>(
    `SELECT r.id, r.row_version AS "rowVersion", s.code AS "from", d.code AS "to", r.effective_date AS date, trim_scale(r.rate)::text AS rate
     FROM exchange_rate r JOIN currency_pair p ON p.tenant_id = r.tenant_id AND p.id = r.currency_pair_id
     JOIN reference_entry s ON s.tenant_id = p.tenant_id AND s.id = p.source_currency_id
     JOIN reference_entry d ON d.tenant_id = p.tenant_id AND d.id = p.destination_currency_id
     WHERE r.tenant_id = $1 AND r.id = $2 FOR UPDATE OF r`,
    [tx.tenantId, id],
  );
  if (!before) return err([noSuch('rate')]);
  if (rowVersion !== undefined && rowVersion !== before.rowVersion)
    return err([fail('STALE_VERSION', ['rowVersion'], '')]);
  await tx.query('DELETE FROM exchange_rate WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id]);
  tx.record({
    operation: 'deleteExchangeRate',
    objectType: 'exchangeRate',
    objectId: id,
    objectName: `${before.from}-${before.to} ${before.date}`,
    before: {
      id,
      pair: `${before.from}-${before.to}`,
      date: before.date,
      rate: before.rate,
      rowVersion: before.rowVersion,
    },
    after: null,
    rowVersion: null,
  });
  return ok({ id });
}
