/**
 * Returns SQL for the date on which the cash of an entry moved: as entered or, if it was entered without one, as settled
 * later. `isRecorded` is a condition on the settlement `x`, such as the audit entries that are known.
 */
export const settledSql = (entry: string, isRecorded = 'true'): string =>
  `coalesce(${entry}.settled_on, (SELECT x.settled_on FROM ledger_settlement x
    WHERE x.tenant_id = ${entry}.tenant_id AND x.entry_id = ${entry}.id AND ${isRecorded} ORDER BY x.seq DESC LIMIT 1))`;
