import { amountsInWords, amountsOf } from '../../engine/words/index.ts';

// Of an investment `b` the database keeps what is invested and paid, and in which currencies, as `s`: `investment_total`.

/** The currencies that funds and coinvestments hold in; a row for each. */
const currencies = `(SELECT f.currency_id FROM fund f UNION SELECT v.currency_id FROM coinvestment v WHERE v.currency_id IS NOT NULL)`;
/** A firm with one currency asks nothing of the single investments. */
export const hasOneCurrency = `(SELECT count(*) FROM ${currencies} c) < 2`;
export const theOneCurrency = `(SELECT c.currency_id FROM ${currencies} c LIMIT 1)`;

type Sum = 'invested' | 'carry_distributed';

/** A sum that is kept beside an investment; null where it would be one of several currencies. */
export const keptSum = (sum: Sum): string => `CASE WHEN s.currencies < 2 THEN s.${sum} END`;

const each = (of: string) =>
  `jsonb_to_recordset(${of}.by_currency) AS k(currency_id uuid, invested numeric, carry_distributed numeric)`;
const inEach = (sum: Sum): string =>
  `SELECT b.tenant_id, s.currency_id, s.${sum} AS amount WHERE s.by_currency IS NULL AND s.currency_id IS NOT NULL
     UNION ALL SELECT b.tenant_id, k.currency_id, k.${sum} FROM ${each('s')}`;
/** The same in each of its currencies, in words; blank where the firm has one. */
export const keptInWords = (sum: Sum): string =>
  `CASE WHEN ${hasOneCurrency} THEN '' ELSE ${amountsInWords(inEach(sum))} END`;
/** The same as amounts; none where the firm has one currency. */
export const keptAmounts = (sum: Sum): string =>
  `CASE WHEN ${hasOneCurrency} THEN '[]'::jsonb ELSE ${amountsOf(inEach(sum))} END`;

/** What is invested and paid in all investments, in one row for each or, where it is of several currencies, for each of these. */
export const investmentSums = `(
  SELECT o.investment_id, o.invested, o.carry_distributed,
    coalesce(o.currency_id, CASE WHEN ${hasOneCurrency} THEN ${theOneCurrency} END) AS currency_id
  FROM investment_total o WHERE o.currencies < 2
  UNION ALL
  SELECT o.investment_id, k.invested, k.carry_distributed, k.currency_id
  FROM investment_total o CROSS JOIN LATERAL ${each('o')} WHERE o.currencies > 1
)`;
