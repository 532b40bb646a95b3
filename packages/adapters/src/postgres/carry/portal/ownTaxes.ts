import type { PaidWithTax } from '@carrara/domain/carry/tax';
import { decimal } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';

interface Row {
  readonly year: number;
  readonly currency: string | null;
  readonly gross: string;
  readonly tax: string;
  readonly characterizations: readonly { readonly name: string; readonly percent: string }[];
  readonly taxes: readonly {
    readonly characterization: string | null;
    readonly flatTax: string | null;
    readonly amount: string;
  }[];
}
const entryName = (at: string) =>
  `(SELECT coalesce(nullif(r.description, ''), r.code) FROM reference_entry r WHERE r.tenant_id = x.tenant_id AND r.id = ${at})`;

/**
 * Returns the amounts that disbursed distributions paid to a participant and withheld, each row with its tax
 * characterization.
 */
export async function ownTaxes(tx: Transaction, participantId: string): Promise<readonly PaidWithTax[]> {
  const rows = await tx.query<Row>(
    `SELECT extract(year FROM d.distribution_date)::int AS year, ${currencyCodeSql('d')} AS currency, x.gross_carry_distributed::text AS gross, x.tax::text AS tax,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('name', ${entryName('c.tax_characterization_id')}, 'percent', c.characterization_percentage::text)
           ORDER BY c.position), '[]')
         FROM distribution_characterization c WHERE c.tenant_id = x.tenant_id AND c.distribution_source_id = x.distribution_source_id) AS characterizations,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('characterization', ${entryName('t.tax_characterization_id')},
           'flatTax', CASE WHEN t.tax_characterization_id IS NULL AND t.tax_profile_id IS NOT NULL THEN t.name END, 'amount', x.tax_amounts[w.at]::text)
           ORDER BY w.at), '[]')
         FROM unnest(x.tax_terms) WITH ORDINALITY w(term, at)
         JOIN distribution_tax_term t ON t.tenant_id = x.tenant_id AND t.distribution_source_id = x.distribution_source_id AND t.position = w.term) AS taxes
     FROM distribution_detail x
     JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'
     WHERE x.tenant_id = $1 AND x.participant_id = $2 ORDER BY d.distribution_date, x.position, x.id`,
    [tx.tenantId, participantId],
  );
  return rows.map(({ year, currency, gross, tax, characterizations, taxes }) => ({
    year,
    currency,
    gross: decimal(gross),
    tax: decimal(tax),
    characterizations: characterizations.map(({ name, percent }) => ({ name, percent: decimal(percent) })),
    taxes: taxes.map(({ amount, ...tax }) => ({ ...tax, amount: decimal(amount) })),
  }));
}
