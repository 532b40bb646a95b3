import { entryTypeCodes, entryTypeRule, isContribution } from '@carrara/domain/performance/ledger';

/** Entry types that move a partner's cash, with their signs: for the partners, and for the other side. */
const types = entryTypeCodes
  .map((code) => ({ code, ...entryTypeRule(code) }))
  .map(({ code, cash, mirror }) => ({ code, cash, mirrored: cash + (mirror?.cash ?? 0) }))
  .filter(({ cash, mirrored }) => cash !== 0 || mirrored !== 0)
  .map(
    ({ code, cash, mirrored }) => `('${code}', ${String(cash)}, ${String(mirrored)}, ${String(isContribution(code))})`,
  )
  .join(', ');

/** SQL for the entry types that move cash: `code`, and `is_contribution`, true if it counts as paid in. */
export const cashTypesSql = `(VALUES ${types}) t(code, cash, mirrored, is_contribution)`;

/** SQL for the cash of a share `s` of an entry whose type is `t`, positive if received. */
export const cashOfShareSql = 's.amount * CASE WHEN s.is_mirror THEN t.mirrored ELSE t.cash END';
