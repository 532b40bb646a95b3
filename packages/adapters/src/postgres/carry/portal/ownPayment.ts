import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { holderCodeSql } from '../../portfolio/container/sources.ts';

const figureColumns = {
  grossCarryDistributed: 'gross_carry_distributed',
  tax: 'tax',
  escrow: 'escrow',
  loanRepayment: 'loan_repayment',
  otherAdjustment: 'other_adjustment',
  netCarryDistributed: 'net_carry_distributed',
} as const;
type Figures = Record<keyof typeof figureColumns, string>;

export interface OwnPayment {
  readonly id: string;
  readonly name: string;
  readonly distributionDate: string;
  readonly currency: string | null;
  readonly isReversal: boolean;
  readonly totals: Figures;
  readonly lines: (Figures & {
    id: string;
    sourceId: string;
    sourceName: string;
    sourceHolder: string | null;
    type: string;
    via: string[];
    through: string[];
    effectiveAllocation: string | null;
    taxes: { name: string; percent: string; amount: string }[];
  })[];
}

const each = Object.entries(figureColumns);
const sums = each.map(([name, at]) => `'${name}', (sum(x.${at})::numeric(38,2))::text`).join(', ');
const own = each.map(([name, at]) => `'${name}', x.${at}::text`).join(', ');

/**
 * Returns the rows that a disbursed distribution paid to a participant. Undefined if it isn't disbursed or paid them
 * nothing.
 */
export async function ownPayment(
  tx: Transaction,
  distributionId: string,
  participantId: string,
): Promise<OwnPayment | undefined> {
  const [found] = await tx.query<OwnPayment>(
    `SELECT d.id, d.name, d.distribution_date::text AS "distributionDate", ${currencyCodeSql('d')} AS currency, d.reverses_id IS NOT NULL AS "isReversal",
       jsonb_build_object(${sums}) AS totals,
       jsonb_agg(jsonb_build_object('id', x.id, 'sourceId', s.container_id, 'sourceName', f.name, 'sourceHolder', ${holderCodeSql('f')}, 'type', s.source_type, 'via', to_jsonb(x.path),
         'through', (SELECT coalesce(jsonb_agg(p.name ORDER BY w.at), '[]') FROM unnest(x.path) WITH ORDINALITY w(id, at)
           JOIN participant p ON p.tenant_id = x.tenant_id AND p.id = w.id),
         'effectiveAllocation', trim_scale(x.effective_allocation)::text, ${own},
         'taxes', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'percent', trim_scale(t.tax_allocation_percent)::text,
             'amount', x.tax_amounts[w.at]::text) ORDER BY w.at), '[]')
           FROM unnest(x.tax_terms) WITH ORDINALITY w(term, at)
           JOIN distribution_tax_term t ON t.tenant_id = x.tenant_id AND t.distribution_source_id = x.distribution_source_id AND t.position = w.term)
       ) ORDER BY s.position, x.position) AS lines
     FROM distribution_detail x
     JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'
     JOIN distribution_source s ON s.tenant_id = x.tenant_id AND s.id = x.distribution_source_id
     JOIN source_facts f ON f.tenant_id = x.tenant_id AND f.id = s.container_id
     WHERE x.tenant_id = $1 AND x.distribution_id = $2 AND x.participant_id = $3
     GROUP BY d.tenant_id, d.id`,
    [tx.tenantId, distributionId, participantId],
  );
  return found;
}
