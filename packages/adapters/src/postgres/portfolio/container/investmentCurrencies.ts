import { heldParts, investedIn, paidBy } from './heldInvestments.ts';
import { currencyOfHolder } from './sources.ts';
import { amountsInWords } from '../../engine/words/index.ts';

/** The currencies that funds and coinvestments hold in; a row for each. */
const currencies = `(SELECT f.currency_id FROM fund f UNION SELECT v.currency_id FROM coinvestment v WHERE v.currency_id IS NOT NULL)`;
/** A firm with one currency asks nothing of the single investments. */
export const hasOneCurrency = `(SELECT count(*) FROM ${currencies} c) < 2`;
export const theOneCurrency = `(SELECT c.currency_id FROM ${currencies} c LIMIT 1)`;

const held = (tenantId: string, investmentId: string) =>
  `(SELECT y.tenant_id, y.holder_id, ${currencyOfHolder('y.holder_id')} AS currency_id FROM ${heldParts} y
    WHERE y.tenant_id = ${tenantId} AND y.investment_id = ${investmentId})`;

/** Whether funds and coinvestments of several currencies hold the investment: what they hold has no sum then. */
export const isOfSeveralCurrencies = (tenantId: string, investmentId: string): string =>
  `(NOT (${hasOneCurrency}) AND (SELECT count(DISTINCT x.currency_id) FROM ${held(tenantId, investmentId)} x) > 1)`;

const inWords = (amount: string) =>
  amountsInWords(`SELECT z.tenant_id, z.currency_id, sum(z.amount) AS amount FROM (
    SELECT y.tenant_id, ${currencyOfHolder('y.holder_id')} AS currency_id, coalesce(${amount}, 0.00) AS amount FROM ${heldParts} y
    WHERE y.tenant_id = b.tenant_id AND y.investment_id = b.id) z GROUP BY 1, 2`);
const whereSeveral = (words: string) => `CASE WHEN ${hasOneCurrency} THEN '' ELSE ${words} END`;
/** What is invested in an investment `b`, and what it has paid, in each of its currencies; blank where the firm has one. */
export const investedInWords: string = whereSeveral(inWords(investedIn('y')));
export const paidInWords: string = whereSeveral(inWords(paidBy('y')));
/** A sum over an investment `b`; null where it would be one of several currencies. */
export const sumOfOneCurrency = (sum: string): string =>
  `CASE WHEN ${isOfSeveralCurrencies('b.tenant_id', 'b.id')} THEN NULL ELSE ${sum} END`;

/** What is invested and paid in all investments: as it is kept where an investment has one currency, else part by part. */
export const investmentSums = `(
  SELECT o.investment_id, o.invested, o.carry_distributed, CASE WHEN ${hasOneCurrency} THEN ${theOneCurrency}
    ELSE (SELECT x.currency_id FROM ${held('o.tenant_id', 'o.investment_id')} x WHERE x.currency_id IS NOT NULL LIMIT 1) END AS currency_id
  FROM investment_total o WHERE NOT ${isOfSeveralCurrencies('o.tenant_id', 'o.investment_id')}
  UNION ALL
  SELECT w.investment_id, coalesce(${investedIn('w')}, 0.00), ${paidBy('w')}, ${currencyOfHolder('w.holder_id')}
  FROM ${heldParts} w WHERE ${isOfSeveralCurrencies('w.tenant_id', 'w.investment_id')}
)`;
