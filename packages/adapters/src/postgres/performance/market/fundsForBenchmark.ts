import type { Reference } from '@carrara/contract/core/kinds';
import { referenceSql } from '../../engine/records/columns.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { yearOfVintage } from './benchmark.ts';

export interface FundForBenchmark {
  readonly fundId: string;
  readonly fundName: string;
  readonly fundCode: string;
  readonly vintageYear: number | null;
  readonly fundFamily: Reference | null;
  readonly lastDate: string;
}

/** The vehicles that have figures, by name. */
export const fundsForBenchmark = (tx: Transaction): Promise<FundForBenchmark[]> =>
  tx.query(
    `SELECT c.id AS "fundId", c.name AS "fundName", c.code AS "fundCode", ${yearOfVintage('f', 'k')} AS "vintageYear",
       ${referenceSql('f.fund_family_id', 'reference:fund-family')} AS "fundFamily", p.last AS "lastDate"
     FROM container c LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id
     LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.id
     JOIN LATERAL (SELECT max(q.period_end) AS last FROM period q WHERE q.tenant_id = c.tenant_id AND q.vehicle_id = c.id) p ON p.last IS NOT NULL
     WHERE c.tenant_id = $1 AND c.is_vehicle ORDER BY lower(c.name), c.id`,
    [tx.tenantId],
  );
