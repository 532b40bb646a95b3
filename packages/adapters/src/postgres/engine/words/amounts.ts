/** The code of the currency of a distribution or forecast. */
export const codeOf = (run: string): string =>
  `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = ${run}.tenant_id AND r.id = ${run}.currency_id)`;

/** The code of a currency by its id. */
export const currencyCode = (at: string): string =>
  `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.id = ${at})`;

/** The one amount of rows that give one for each currency: nothing of unlike currencies is added up, several are null. */
export const amountOf = (byCurrency: string): string =>
  `(SELECT CASE WHEN count(*) < 2 THEN coalesce(max(g.amount), 0.00) END FROM (${byCurrency}) g)`;

/** All amounts of such rows, each with its currency. */
export const amountsOf = (byCurrency: string): string =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('currency', ${codeOf('g')}, 'amount', g.amount::numeric(38,2)::text) ORDER BY ${codeOf('g')}), '[]')
    FROM (${byCurrency}) g)`;

/** All amounts of such rows as a text, 'EUR 1,200.00, USD 300.00'. */
export const amountsInWords = (byCurrency: string): string =>
  `(SELECT coalesce(string_agg(concat_ws(' ', ${codeOf('g')}, to_char(g.amount, 'FM999,999,999,999,999,999,990.00')), ', ' ORDER BY ${codeOf('g')}), '')
    FROM (${byCurrency}) g)`;
