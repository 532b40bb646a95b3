import type { Transaction } from '../unitOfWork/index.ts';
import { isSource, type SourceRow, sourceColumns, sourceJoins } from './sourceSql.ts';

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
}

type Row = SourceRow & Pick<SourceOption, 'currency' | 'profiles'> & { readonly fund: SourceOption['source']['fund'] };

/**
 * Everything that can be a source, with the profiles that it can be distributed by on the date: its own, and those of what it is a part of.
 * The order is that of a tree: a fund or coinvestment, then its investments, each with its tranches.
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
           AND ($2::date IS NULL OR p.effective_date IS NULL OR p.effective_date <= $2::date)), '[]') AS profiles
     FROM (SELECT ${sourceColumns} ${sourceJoins} WHERE c.tenant_id = $1 AND ${isSource}) s
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
    },
    parentId: row.partId ?? (row.investmentId === null ? null : (row.fundId ?? row.coinvestmentId)),
    currency: row.currency,
    profiles: row.profiles,
  }));
}
