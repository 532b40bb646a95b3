import {
  type CarryTerms,
  carryTermsFields,
  carryTermsRows,
  carryTermTexts,
} from '@carrara/contract/performance/carryTerms/carryTerms';
import { recordTypes } from '@carrara/contract/core/registry';
import { calendarDate, decimal } from '@carrara/domain/kernel';
import type { CommittedInvestor, EnteredCarryTerms, TermsVersion } from '@carrara/domain/performance/carryTerms';
import { readSql } from '../../engine/records/columns.ts';
import { type Child, snakeCase } from '../../engine/records/definition.ts';
import { defineRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { countsSql } from '../periodFigures/termsSql.ts';

const rowTables = recordTypes.carryTerms.rows;
type Rows = keyof typeof carryTermsRows;

export const carryTermsStore = defineRecord<CarryTerms>({
  objectType: 'carryTerms',
  table: 'carry_terms',
  fields: carryTermsFields,
  containedBy: 'vehicle',
  children: Object.fromEntries(
    (Object.keys(carryTermsRows) as Rows[]).map((name): [string, Child] => [
      name,
      { table: rowTables[name], owner: 'carry_terms_id', fields: carryTermsRows[name], ordered: true },
    ]),
  ),
  statusTexts: carryTermTexts,
});

/** Returns SQL for the entered values of some fields, as JSON: references by their id, choices by their code. */
const valuesSql = (alias: string, fields: Readonly<Record<string, { readonly kind: string }>>) =>
  Object.entries(fields)
    .map(([name, { kind }]) =>
      kind === 'reference'
        ? `'${name}Id', ${alias}.${snakeCase(name)}_id`
        : `'${name}', ${kind === 'date' ? `${alias}.${snakeCase(name)}::text` : readSql(kind as 'text', `${alias}.${snakeCase(name)}`)}`,
    )
    .join(', ');

/** SQL for the entered terms of a version `t`. */
const enteredSql = `jsonb_build_object(${valuesSql('t', carryTermsFields)}, ${(Object.keys(carryTermsRows) as Rows[])
  .map(
    (
      name,
    ) => `'${name}', (SELECT coalesce(jsonb_agg(jsonb_build_object(${valuesSql('x', carryTermsRows[name])}) ORDER BY x.position, x.id), '[]')
      FROM ${rowTables[name]} x WHERE x.tenant_id = t.tenant_id AND x.carry_terms_id = t.id)`,
  )
  .join(', ')})`;

/** Returns SQL for the terms of a vehicle in force on a day, as JSON. */
const termsOnSql = (tenant: string, vehicle: string, day: string): string =>
  `(SELECT ${enteredSql} FROM carry_terms t WHERE t.tenant_id = ${tenant} AND t.vehicle_id = ${vehicle} AND t.effective_date <= ${day}
     ORDER BY t.effective_date DESC LIMIT 1)`;

/** Returns SQL for the version of a vehicle's terms in force on a day, as JSON with its id and first day. */
export const termsVersionOnSql = (tenant: string, vehicle: string, day: string): string =>
  `(SELECT jsonb_build_object('id', t.id, 'effectiveDate', t.effective_date, 'entered', ${enteredSql})
     FROM carry_terms t WHERE t.tenant_id = ${tenant} AND t.vehicle_id = ${vehicle} AND t.effective_date <= ${day}
     ORDER BY t.effective_date DESC LIMIT 1)`;

/** Returns the carry terms of a vehicle in force on a day. Null if there are none. */
export async function carryTermsOn(tx: Transaction, vehicleId: string, day: string): Promise<EnteredCarryTerms | null> {
  const [found] = await tx.query<{ terms: EnteredCarryTerms | null }>(
    `SELECT ${termsOnSql('$1', '$2', '$3')} AS terms`,
    [tx.tenantId, vehicleId, day],
  );
  return found?.terms ?? null;
}

/** Returns the stored versions of a vehicle's carry terms, newest first. */
export async function carryTermsVersions(
  tx: Transaction,
  vehicleId: string,
): Promise<readonly (TermsVersion & { readonly rowVersion: number; readonly source: string | null })[]> {
  const rows = await tx.query<{
    id: string;
    rowVersion: number;
    effectiveDate: string;
    source: string | null;
    terms: EnteredCarryTerms;
    lockedBefore: readonly string[];
  }>(
    `SELECT t.id, t.row_version AS "rowVersion", t.effective_date AS "effectiveDate", t.source, ${enteredSql} AS terms,
       (SELECT coalesce(jsonb_agg(p.period_end), '[]') FROM period p WHERE p.tenant_id = t.tenant_id AND p.vehicle_id = t.vehicle_id
          AND p.status = 'LOCKED' AND (SELECT max(v.as_of_sequence) FROM period_version v WHERE v.tenant_id = p.tenant_id AND v.period_id = p.id)
            < (SELECT min(a.seq) FROM activity a WHERE a.tenant_id = t.tenant_id AND a.object_id = t.id)) AS "lockedBefore"
     FROM carry_terms t WHERE t.tenant_id = $1 AND t.vehicle_id = $2 ORDER BY t.effective_date DESC`,
    [tx.tenantId, vehicleId],
  );
  return rows.map(({ effectiveDate, lockedBefore, ...row }) => ({
    ...row,
    effectiveDate: calendarDate(effectiveDate),
    lockedBefore: lockedBefore.map(calendarDate),
  }));
}

/** Returns the investors with a commitment to a vehicle, and the day since which it is zero. */
export async function committedInvestors(tx: Transaction, vehicleId: string): Promise<readonly CommittedInvestor[]> {
  const counts = countsSql('e', `'infinity'`);
  const rows = await tx.query<
    Omit<CommittedInvestor, 'departureDate' | 'amount'> & { departureDate: string | null; amount: string }
  >(
    `SELECT c.investor_id AS "investorId", i.name, n.type_id AS "investorTypeId", y.code = 'GP' AS "isGp", coalesce(bool_or(s.pays_carry), y.code <> 'GP') AS "paysCarry",
       sum(s.amount)::text AS amount, CASE WHEN sum(s.amount) = 0 THEN max(s.last)::text END AS "departureDate"
     FROM commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
     JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
     JOIN reference_entry y ON y.tenant_id = n.tenant_id AND y.id = n.type_id
     CROSS JOIN LATERAL (SELECT coalesce(sum(CASE WHEN e.kind IN ('TRANSFER_OUT', 'RELEASE') THEN -e.amount ELSE e.amount END), 0) AS amount,
         max(e.event_date) FILTER (WHERE e.amount <> 0) AS last,
         (array_agg(e.pays_carry ORDER BY e.event_date DESC, e.seq DESC, e.id DESC) FILTER (WHERE e.pays_carry IS NOT NULL))[1] AS pays_carry
       FROM commitment_event e WHERE e.tenant_id = c.tenant_id AND e.commitment_id = c.id AND ${counts}) s
     WHERE c.tenant_id = $1 AND c.vehicle_id = $2 GROUP BY 1, 2, 3, y.code`,
    [tx.tenantId, vehicleId],
  );
  return rows.map(({ departureDate, amount, ...row }) => ({
    ...row,
    amount: decimal(amount),
    departureDate: departureDate === null ? null : calendarDate(departureDate),
  }));
}

/** Returns the descriptions of those ids that are investor types. */
export async function investorTypeNames(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; name: string }>(
    'SELECT id, description AS name FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    [tx.tenantId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the names of those ids that are investments. */
export async function investmentNames(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT i.id, c.name FROM investment i JOIN container c ON c.tenant_id = i.tenant_id AND c.id = i.id
     WHERE i.tenant_id = $1 AND i.id = ANY ($2::uuid[])`,
    [tx.tenantId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
