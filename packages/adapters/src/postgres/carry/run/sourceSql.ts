import { holderCodeSql } from '../../portfolio/container/sources.ts';

/** Returns SQL that converts a container's kind to a source type. */
export const sourceTypeSql = (
  kind: string,
): string => `CASE ${kind} WHEN 'fund' THEN 'Fund' WHEN 'coinvestment' THEN 'Coinvestment' WHEN 'fundInvestment' THEN 'Fund Investment'
    WHEN 'coinvestmentInvestment' THEN 'Coinvestment Investment' ELSE 'Tranche' END`;

/**
 * SQL for the columns of a container as a source, from the view `c`: type, parent containers, holder and currency.
 */
export const sourceColumns = `
  c.id, c.name, c.code, c.kind,
  ${sourceTypeSql('c.kind')} AS type,
  c.fund_id AS "fundId", c.coinvestment_id AS "coinvestmentId", c.investment_id AS "investmentId", c.part_of_tranche_id AS "partId",
  ${holderCodeSql('c')} AS holder,
  c.assigned_allocation_profile_id AS "assignedProfileId", c.currency_id AS "currencyId"`;

export const isSourceSql = `c.kind IN ('fund', 'coinvestment', 'fundInvestment', 'coinvestmentInvestment', 'tranche')`;

export interface SourceRow {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly kind: string;
  readonly type: 'Fund' | 'Coinvestment' | 'Fund Investment' | 'Coinvestment Investment' | 'Tranche';
  readonly fundId: string | null;
  readonly coinvestmentId: string | null;
  readonly investmentId: string | null;
  readonly partId: string | null;
  readonly holder: string | null;
  readonly assignedProfileId: string | null;
  readonly currencyId: string | null;
}
