import { amountsAsText, amountsSql } from '../../engine/texts/amounts.ts';

// For each investment `b`, the database stores the invested and paid amounts and their currencies in
// `investment_total`, joined as `s`.

/** SQL for the currencies of funds and coinvestments, one per row. */
const currencies = `(SELECT f.currency_id FROM fund f UNION SELECT v.currency_id FROM coinvestment v WHERE v.currency_id IS NOT NULL)`;
/** A firm with a single currency can skip the lookup per investment. */
export const hasSingleCurrency = `(SELECT count(*) FROM ${currencies} c) < 2`;
export const singleCurrency = `(SELECT c.currency_id FROM ${currencies} c LIMIT 1)`;

type Sum = 'invested' | 'carry_distributed';

/** Returns SQL for an investment's stored sum. Null if it would mix currencies. */
export const storedSum = (sum: Sum): string => `CASE WHEN s.currencies < 2 THEN s.${sum} END`;

const each = (alias: string) =>
  `jsonb_to_recordset(${alias}.by_currency) AS k(currency_id uuid, invested numeric, carry_distributed numeric)`;
const inEach = (sum: Sum): string =>
  `SELECT b.tenant_id, s.currency_id, s.${sum} AS amount WHERE s.by_currency IS NULL AND s.currency_id IS NOT NULL
     UNION ALL SELECT b.tenant_id, k.currency_id, k.${sum} FROM ${each('s')}`;
/** Returns SQL for the sum in each currency as text. Empty if the firm has one currency. */
export const storedAsText = (sum: Sum): string =>
  `CASE WHEN ${hasSingleCurrency} THEN '' ELSE ${amountsAsText(inEach(sum))} END`;
/** Returns SQL for the sum in each currency as amounts. Empty if the firm has one currency. */
export const storedAmounts = (sum: Sum): string =>
  `CASE WHEN ${hasSingleCurrency} THEN '[]'::jsonb ELSE ${amountsSql(inEach(sum))} END`;

/** SQL for the invested and paid amounts of all investments, one row per investment and currency. */
export const investmentSums = `(
  SELECT o.investment_id, o.invested, o.carry_distributed,
    coalesce(o.currency_id, CASE WHEN ${hasSingleCurrency} THEN ${singleCurrency} END) AS currency_id
  FROM investment_total o WHERE o.currencies < 2
  UNION ALL
  SELECT o.investment_id, k.invested, k.carry_distributed, k.currency_id
  FROM investment_total o CROSS JOIN LATERAL ${each('o')} WHERE o.currencies > 1
)`;
