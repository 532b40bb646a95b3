import { err, fail, ok, type Failures, type Result } from '@carrara/domain/kernel';
import type { UsedCurrency } from '@carrara/domain/platform/fx';
import type { ReferenceEntry, ReferenceType } from '@carrara/contract/platform/reference/reference';
import { referenceTypes } from '@carrara/contract/platform/reference/referenceTypes';
import { v7 as newId } from 'uuid';
import { databaseFailure } from '../engine/database/failures.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';

const answered = `id, row_version AS "rowVersion", code, description, symbol, nullif(sub_type, '') AS "subType",
  display_order AS "displayOrder", is_inactive AS "isInactive"`;

/** Returns the entries of a type in display order. Archived ones are included only on request. */
export function referenceEntries(
  tx: Transaction,
  type: ReferenceType,
  options: { readonly includeInactive: boolean; readonly subType?: string | undefined },
): Promise<ReferenceEntry[]> {
  return tx.query<ReferenceEntry>(
    `SELECT ${answered} FROM reference_entry
     WHERE tenant_id = $1 AND type = $2 AND ($3 OR NOT is_inactive) AND ($4::text IS NULL OR sub_type = $4)
     ORDER BY display_order, description, id`,
    [tx.tenantId, type, options.includeInactive, options.subType ?? null],
  );
}

/** Returns the active entries of several types, each in display order. */
export async function referenceChoices<T extends ReferenceType>(
  tx: Transaction,
  types: readonly T[],
): Promise<Readonly<Record<T, readonly Pick<ReferenceEntry, 'id' | 'code' | 'description'>[]>>> {
  const entries = await tx.query<ReferenceEntry & { readonly type: T }>(
    `SELECT type, id, code, description FROM reference_entry
     WHERE tenant_id = $1 AND type = ANY ($2::text[]) AND NOT is_inactive ORDER BY display_order, description, id`,
    [tx.tenantId, types],
  );
  const entriesOf = (referenceType: T) =>
    entries.flatMap(({ type, id, code, description }) => (type === referenceType ? [{ id, code, description }] : []));
  return Object.fromEntries(types.map((type) => [type, entriesOf(type)])) as Record<T, ReturnType<typeof entriesOf>>;
}

/** The tables whose rows have a currency, with their name in a message. */
export const currencyUses = {
  fund: 'funds',
  coinvestment: 'coinvestments',
  investor: 'investors',
  firm: 'management companies',
  distribution: 'distributions',
  realization: 'realizations',
  forecast: 'forecasts',
  participant_carry: 'participants’ carry',
  account_entry: 'participants’ accounts',
  escrow_entry: 'escrow',
  ledger_run: 'ledger runs',
  approval_policy: 'the approval policy',
  index_series: 'indexes',
} as const;

/**
 * Returns the active currencies, or some of them, with the kinds of records that use them. Pay counts as a whole, also if
 * the person can't view it.
 */
export function usedCurrencies(
  tx: Transaction,
  ids: readonly string[] | null,
): Promise<(UsedCurrency & { readonly id: string })[]> {
  const used = Object.entries(currencyUses).map(
    ([table, name]) =>
      `CASE WHEN e.id IN (SELECT x.currency_id FROM ${table} x WHERE x.tenant_id = $1) THEN '${name}' END`,
  );
  return tx.query(
    `SELECT e.id, e.code, array_remove(ARRAY[${used.join(', ')},
       CASE WHEN e.id IN (SELECT pay_currencies()) THEN 'pay' END,
       CASE WHEN EXISTS (SELECT FROM currency_pair p JOIN exchange_rate r ON r.tenant_id = p.tenant_id AND r.currency_pair_id = p.id
         WHERE p.tenant_id = e.tenant_id AND e.id IN (p.source_currency_id, p.destination_currency_id))
         THEN 'exchange rates' END], NULL) AS uses
     FROM reference_entry e
     WHERE e.tenant_id = $1 AND e.type = 'currency' AND ($2::uuid[] IS NULL OR e.id = ANY ($2)) AND NOT e.is_inactive
     ORDER BY e.display_order, e.code`,
    [tx.tenantId, ids],
  );
}

/** Returns the code of an entry. Undefined if the type has no entry with that id. */
export async function referenceCode(tx: Transaction, type: ReferenceType, id: string): Promise<string | undefined> {
  const [found] = await tx.query<{ code: string }>(
    'SELECT code FROM reference_entry WHERE tenant_id = $1 AND type = $2 AND id = $3',
    [tx.tenantId, type, id],
  );
  return found?.code;
}

export interface ReferenceValues {
  readonly code: string;
  readonly description: string;
  readonly symbol?: string | null | undefined;
  readonly subType?: string | null | undefined;
  readonly displayOrder: number;
  readonly isInactive: boolean;
}

const readEntry = async (tx: Transaction, id: string, type: string): Promise<ReferenceEntry | undefined> =>
  (
    await tx.query<ReferenceEntry>(
      `SELECT ${answered} FROM reference_entry WHERE tenant_id = $1 AND id = $2 AND type = $3`,
      [tx.tenantId, id, type],
    )
  )[0];

/**
 * Creates or updates an entry. Archiving and restoring are changes of `isInactive`.
 *
 * Fails: NOT_FOUND, STALE_VERSION, DUPLICATE.
 */
export async function saveReferenceEntry(
  tx: Transaction,
  type: ReferenceType,
  head: { readonly id?: string | null | undefined; readonly rowVersion?: number | null | undefined },
  values: ReferenceValues,
): Promise<Result<ReferenceEntry, Failures>> {
  const before = head.id ? await readEntry(tx, head.id, type) : undefined;
  if (head.id && !before)
    return err([fail('NOT_FOUND', ['id'], `There is no such entry in ${referenceTypes[type].toLowerCase()}.`)]);
  if (before && before.rowVersion !== head.rowVersion) {
    return err([
      fail(
        'STALE_VERSION',
        ['rowVersion'],
        `${before.description} has been changed since you opened it. Reload the page.`,
      ),
    ]);
  }
  const id = before?.id ?? newId();
  const { code, description, symbol, subType, displayOrder, isInactive } = values;
  try {
    await tx.query(
      before
        ? `UPDATE reference_entry SET code = $4, description = $5, symbol = $6, sub_type = $7, display_order = $8, is_inactive = $9,
             row_version = row_version + 1, updated_at = $10, updated_by = $11 WHERE tenant_id = $1 AND id = $2 AND type = $3`
        : `INSERT INTO reference_entry (tenant_id, id, type, code, description, symbol, sub_type, display_order, is_inactive, created_at,
             created_by, updated_at, updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11)`,
      [
        tx.tenantId,
        id,
        type,
        code,
        description,
        symbol ?? null,
        subType ?? '',
        displayOrder,
        isInactive,
        tx.now,
        tx.personId,
      ],
    );
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure) return err([failure]);
    throw error;
  }
  const after = await readEntry(tx, id, type);
  if (!after) throw new Error(`reference entry ${id} is missing after it was saved`);
  tx.record({
    operation: 'saveReferenceEntry',
    objectType: 'reference',
    objectId: id,
    objectName: description,
    before: before ?? null,
    after,
    rowVersion: after.rowVersion,
    linkType: 'Reference',
  });
  return ok(after);
}
