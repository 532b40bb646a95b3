import { headColumns } from '../engine/lists/headColumns.ts';
import type { TaxProfile } from '@carrara/contract/carry/participant/taxProfile';
import type { TaxProfileAssignment } from '@carrara/contract/carry/participant/taxProfile';
import { column, condition } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';

const numberOfAssignments =
  '(SELECT count(*)::int FROM tax_profile_assignment a WHERE a.tenant_id = b.tenant_id AND a.tax_profile_id = b.id)';
const rates = (alias: string) => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'taxProfileId', r.tax_profile_id, 'name', coalesce(r.name, c.description),
    'taxCharacterizationId', r.tax_characterization_id, 'taxRate', trim_scale(r.tax_rate)::text, 'isInactive', r.is_inactive) ORDER BY r.position), '[]')
  FROM tax_profile_rate r JOIN reference_entry c ON c.tenant_id = r.tenant_id AND c.id = r.tax_characterization_id
  WHERE r.tenant_id = ${alias}.tenant_id AND r.tax_profile_id = ${alias}.id)`;

export const taxProfileList = defineListQuery<TaxProfile>({
  base: { table: 'tax_profile' },
  columns: {
    ...headColumns,
    name: column('text', 'b.name'),
    description: column('longText', 'b.description'),
    subjectToCharacterization: column('boolean', 'b.subject_to_characterization'),
    taxRate: column('percent', 'b.tax_rate'),
    isInactive: column('boolean', 'b.is_inactive'),
    taxProfileRates: { value: rates('b') },
    numberOfAssignments: column('count', numberOfAssignments),
  },
  search: { text: `lower(b.name || E'\\n' || coalesce(b.description, ''))` },
  filters: { isInactive: condition('b.is_inactive = ?') },
  defaultSort: { field: 'name', ascending: true },
});

type TaxProfileFigures = Pick<TaxProfile, 'numberOfAssignments' | 'taxProfileRates'>;

export async function taxProfileFigures(tx: Transaction, id: string): Promise<TaxProfileFigures> {
  const [figures] = await tx.query<TaxProfileFigures>(
    `SELECT ${numberOfAssignments} AS "numberOfAssignments", ${rates('b')} AS "taxProfileRates" FROM tax_profile b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`tax profile ${id} is missing after it was read`);
  return figures;
}

/** Subject of a list of tax profile assignments. */
export type AssignmentTarget =
  | { readonly kind: 'participant'; readonly id: string }
  | { readonly kind: 'container'; readonly id: string }
  | { readonly kind: 'investment'; readonly id: string };

const targets = {
  participant: `a.target_type = 'participant' AND a.participant_id = $2`,
  container: `a.target_type = 'source' AND a.container_id = $2`,
  investment: 'a.investment_id = $2',
} as const;

/**
 * Returns the tax profiles of a participant, of a fund or coinvestment, or of an investment by the fund or coinvestment
 * that holds it.
 */
export function taxProfileAssignments(tx: Transaction, target: AssignmentTarget): Promise<TaxProfileAssignment[]> {
  return tx.prepared<TaxProfileAssignment>(
    `SELECT a.id,
       coalesce(fi.fund_id, ci.coinvestment_id, a.container_id, a.participant_id) AS "sourceId",
       CASE WHEN a.target_type = 'all' THEN 'all' WHEN a.target_type = 'participant' THEN 'participant'
            WHEN fi.id IS NOT NULL THEN 'fund' WHEN ci.id IS NOT NULL THEN 'coinvestment' ELSE c.kind END AS "sourceType",
       coalesce(holder.name, c.name, p.name, 'All') AS "sourceName",
       jsonb_build_object('id', b.id, 'name', b.name) AS "taxProfile", b.subject_to_characterization AS "subjectToCharacterization",
       trim_scale(b.tax_rate)::text AS "taxRate", ${rates('b')} AS rates, b.is_inactive AS "isInactive"
     FROM tax_profile_assignment a
     JOIN tax_profile b ON b.tenant_id = a.tenant_id AND b.id = a.tax_profile_id
     LEFT JOIN participant p ON p.tenant_id = a.tenant_id AND p.id = a.participant_id
     LEFT JOIN container c ON c.tenant_id = a.tenant_id AND c.id = a.container_id
     LEFT JOIN fund_investment fi ON fi.tenant_id = a.tenant_id AND fi.id = a.container_id
     LEFT JOIN coinvestment_investment ci ON ci.tenant_id = a.tenant_id AND ci.id = a.container_id
     LEFT JOIN container holder ON holder.tenant_id = a.tenant_id AND holder.id = coalesce(fi.fund_id, ci.coinvestment_id)
     WHERE a.tenant_id = $1 AND ${targets[target.kind]}
     ORDER BY lower(b.name), "sourceName", a.id`,
    [tx.tenantId, target.id],
  );
}

/** Returns the holding of this fund or coinvestment in an investment. Undefined if there is none. */
export async function readAssociation(
  tx: Transaction,
  investmentId: string,
  holderId: string,
): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2 AND fund_id = $3
     UNION ALL SELECT id FROM coinvestment_investment WHERE tenant_id = $1 AND investment_id = $2 AND coinvestment_id = $3`,
    [tx.tenantId, investmentId, holderId],
  );
  return found?.id;
}

/** True if the tenant has such a participant or container of this kind. */
export async function targetExists(tx: Transaction, target: AssignmentTarget, kind?: string): Promise<boolean> {
  const table = target.kind === 'participant' ? 'participant' : 'container';
  const rows = await tx.prepared(
    `SELECT 1 FROM ${table} WHERE tenant_id = $1 AND id = $2 AND ($3::text IS NULL OR kind = $3)`,
    [tx.tenantId, target.id, kind ?? null],
  );
  return rows.length > 0;
}
