/** Returns SQL for the currency code of a distribution or forecast. */
export const currencyCodeSql = (run: string): string =>
  `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = ${run}.tenant_id AND r.id = ${run}.currency_id)`;

/** Returns SQL for the code of a currency by its id. */
export const currencyCode = (at: string): string =>
  `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.id = ${at})`;

/** SQL for the code of the firm's base currency. */
export const baseCurrency = `(SELECT coalesce(t.settings ->> 'baseCurrency', 'USD') FROM tenant t WHERE t.id = current_tenant())`;
/** Returns SQL that sorts by currency code as `currencyOrder` does: the firm's base currency first. */
export const currencySort = (code: string): string => `${code} IS DISTINCT FROM ${baseCurrency}, ${code}`;

/**
 * Returns SQL for the single amount of rows that have one per currency. Null if there are several, because different
 * currencies are never added up.
 */
export const amountSql = (byCurrency: string): string =>
  `(SELECT CASE WHEN count(*) < 2 THEN coalesce(max(g.amount), 0.00) END FROM (${byCurrency}) g)`;

/** Returns SQL for all amounts of such rows, each with its currency, the base currency first. */
export const amountsSql = (byCurrency: string): string =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('currency', ${currencyCodeSql('g')}, 'amount', g.amount::numeric(38,2)::text) ORDER BY ${currencySort(currencyCodeSql('g'))}), '[]')
    FROM (${byCurrency}) g)`;

/** Returns SQL for all amounts of such rows as text, the base currency first: 'USD 300.00, EUR 1,200.00'. */
export const amountsAsText = (byCurrency: string): string =>
  `(SELECT coalesce(string_agg(concat_ws(' ', ${currencyCodeSql('g')}, to_char(g.amount, 'FM999,999,999,999,999,999,990.00')), ', ' ORDER BY ${currencySort(currencyCodeSql('g'))}), '')
    FROM (${byCurrency}) g)`;
