import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isSourceSql, type SourceRow, sourceColumns } from '../run/sourceSql.ts';

export interface SourceOption {
  readonly type: SourceRow['type'];
  readonly source: {
    readonly id: string;
    readonly name: string;
    readonly code: string | null;
    readonly fund: { readonly id: string; readonly code: string | null; readonly name: string } | null;
    readonly fundId: string | null;
    readonly coinvestmentId: string | null;
    readonly investmentId: string | null;
    readonly holder: string | null;
  };
  readonly parentId: string | null;
  readonly currency: { readonly id: string; readonly code: string; readonly description: string } | null;
  readonly profiles: {
    id: string;
    name: string;
    version: number;
    isCurrent: boolean;
    isValid: boolean;
    effectiveDate: string;
  }[];
  readonly last: {
    readonly distributionId: string;
    readonly name: string;
    readonly distributionDate: string;
    readonly profileId: string | null;
    readonly characterizations: {
      taxCharacterization: { id: string; code: string; description: string };
      characterizationPercentage: string;
    }[];
    readonly defaultEscrow: string;
    /** Escrow of the source itself. Null if it was the run's. */
    readonly sourceEscrow: string | null;
    readonly defaultTerminatedEscrow: string;
  } | null;
}

type Row = SourceRow &
  Pick<SourceOption, 'currency' | 'profiles' | 'last'> & { readonly fund: SourceOption['source']['fund'] };

/**
 * Returns everything that can be a source, with the profiles available on the date: its own, and those of the
 * containers it belongs to. In tree order: a fund or coinvestment, then its investments, each with its tranches.
 */
export async function sourceOptions(tx: Transaction, date: string | undefined): Promise<SourceOption[]> {
  const rows = await tx.query<Row>(
    `SELECT s.*,
       (SELECT jsonb_build_object('id', x.id, 'code', x.code, 'name', x.name) FROM container x WHERE x.tenant_id = $1 AND x.id = s."fundId") AS fund,
       (SELECT jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) FROM reference_entry r
         WHERE r.tenant_id = $1 AND r.id = s."currencyId") AS currency,
       coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'version', p.version, 'isCurrent', p.is_current,
           'isValid', p.is_valid, 'effectiveDate', coalesce(p.effective_date, p.created_at::date))
           ORDER BY p.id = s."assignedProfileId" DESC NULLS LAST, array_position(ARRAY[s.id, s."partId", s."fundId", s."coinvestmentId"], p.container_id),
             p.is_current DESC, p.effective_date DESC NULLS LAST, p.version DESC)
         FROM allocation_profile p WHERE p.tenant_id = $1 AND p.container_id IN (s.id, s."partId", s."fundId", s."coinvestmentId")
           AND ($2::date IS NULL OR p.effective_date IS NULL OR p.effective_date <= $2::date)), '[]') AS profiles,
       (SELECT jsonb_build_object('distributionId', d.id, 'name', d.name, 'distributionDate', d.distribution_date, 'profileId', ds.allocation_profile_id,
           'sourceEscrow', trim_scale(ds.default_escrow)::text, 'defaultEscrow', trim_scale(d.default_escrow)::text, 'defaultTerminatedEscrow', trim_scale(d.default_terminated_escrow)::text,
           'characterizations', coalesce((SELECT jsonb_agg(jsonb_build_object(
               'taxCharacterization', jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description),
               'characterizationPercentage', trim_scale(dc.characterization_percentage)::text) ORDER BY dc.position)
             FROM distribution_characterization dc JOIN reference_entry r ON r.tenant_id = $1 AND r.id = dc.tax_characterization_id
             WHERE dc.tenant_id = $1 AND dc.distribution_source_id = ds.id), '[]'))
         FROM distribution_source ds JOIN distribution d ON d.tenant_id = $1 AND d.id = ds.distribution_id
         WHERE ds.tenant_id = $1 AND ds.container_id = s.id AND d.status = 'DISB' AND d.kind = 'REGULAR'
           AND ($2::date IS NULL OR d.distribution_date <= $2::date)
           AND NOT EXISTS (SELECT FROM distribution x WHERE x.tenant_id = $1 AND x.reverses_id = d.id AND x.status = 'DISB')
         ORDER BY d.distribution_date DESC, d.created_at DESC LIMIT 1) AS last
     FROM (SELECT ${sourceColumns} FROM source_facts c WHERE c.tenant_id = $1 AND ${isSourceSql}) s
     LEFT JOIN container top ON top.tenant_id = $1 AND top.id = coalesce(s."fundId", s."coinvestmentId")
     ORDER BY s."fundId" IS NULL, lower(coalesce(top.code, top.name)), top.id, s."investmentId" IS NOT NULL,
       lower(s.name) COLLATE "C", s.id`,
    [tx.tenantId, date ?? null],
  );
  return rows.map((row) => ({
    type: row.type,
    source: {
      id: row.id,
      name: row.name,
      code: row.code,
      fund: row.fund,
      fundId: row.fundId,
      coinvestmentId: row.coinvestmentId,
      investmentId: row.investmentId,
      holder: row.holder,
    },
    parentId: row.partId ?? (row.investmentId === null ? null : (row.fundId ?? row.coinvestmentId)),
    currency: row.currency,
    profiles: row.profiles,
    last: row.last,
  }));
}
