import type { ReportDefinition } from '@carrara/contract/core/report';
import { fail, type Failures } from '@carrara/domain/kernel';
import { contradictedRow } from '@carrara/domain/performance/period';
import type { ListRow } from '../../engine/lists/listQuery.ts';
import { defineReportQuery, type ReportBase, type ReportQuery, type Values } from '../../engine/reports/reportQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { asOfSql, existingValues } from '../asOf/tablesAsOf.ts';
import { type FiguresRead, loadFiguresAsOf } from '../asOf/figuresAsOf.ts';
import { seqAfter } from '../ledger/readChanges.ts';
import { displayedReportingDate } from '../periodFigures/displayedQuarter.ts';
import { lastAuditSeq } from '../statement/statementLists.ts';

/**
 * A base and the period figures that it reads. Absent if it reads only entered data. A base that is a function reads
 * the audit state through `existingValues`.
 */
type FigureBase = ReportBase & { readonly figures?: FiguresRead };

/**
 * Creates a performance report, on current data or `asKnownOn` an audit entry. In the latter case, the same statement
 * reads the tables as they were, and figures computed from them, so that later entries don't change it.
 */
export function defineFigureReport(report: ReportDefinition, { figures, ...base }: FigureBase): ReportQuery {
  const now = defineReportQuery(report, base);
  const then = defineReportQuery(
    report,
    typeof base.from === 'string' ? { source: base.source, from: asOfSql(base.from) } : base,
  );
  /** The page and the sums of one request are queried one after another and must share these values. */
  const cache = new WeakMap<Transaction, Map<string, Promise<Values>>>();
  const withFigures = async (tx: Transaction, values: Values): Promise<Values> => {
    const seq = isAsOfNow(values) ? await lastAuditSeq(tx) : await parseAct(tx, String(values['asKnownOn']));
    return {
      ...values,
      ...existingValues({ seq, figures: figures ? await loadFiguresAsOf(tx, seq, figures, values) : '[]' }),
    };
  };
  const valuesOf = (tx: Transaction, values: Values): Promise<Values> => {
    const ofTx = cache.get(tx) ?? new Map<string, Promise<Values>>();
    cache.set(tx, ofTx);
    const key = JSON.stringify(values);
    const found = ofTx.get(key) ?? withFigures(tx, values);
    ofTx.set(key, found);
    return found;
  };
  const isMarked = report.marks?.includes('contradiction') === true;
  // Stored rates cover the fee-paying limited partners. Those of all partners are computed.
  const isStored = (values: Values) => isAsOfNow(values) && values['basis'] !== 'all';
  return {
    report,
    async refuses(tx, values) {
      const ahead = isAsOfNow(values) ? [] : await notYetStored(tx, String(values['asKnownOn']));
      return ahead.length > 0 ? ahead : ((await base.refuses?.(tx, values)) ?? []);
    },
    async usual(tx, values) {
      const isExcluded = report.parameters['endDate'] !== undefined && values['endDate'] == null;
      return isExcluded && isAsOfNow(values) ? { endDate: await displayedReportingDate(tx) } : {};
    },
    async page(tx, { filters = {}, ...request }) {
      const found = isStored(filters)
        ? await now.page(tx, { ...request, filters })
        : await then.page(tx, { ...request, filters: await valuesOf(tx, filters) });
      return isMarked ? found.map((page) => ({ ...page, pageData: page.pageData.map(marked) })) : found;
    },
    async rows(tx, { filters = {}, ...request }) {
      const found = isStored(filters)
        ? await now.rows(tx, { ...request, filters })
        : await then.rows(tx, { ...request, filters: await valuesOf(tx, filters) });
      return isMarked ? found.map(markedBatches) : found;
    },
    async sums(tx, values) {
      return isStored(values) ? now.sums(tx, values) : then.sums(tx, await valuesOf(tx, values));
    },
    async names(tx, values) {
      const names = await now.names(tx, values);
      if (isAsOfNow(values)) return names;
      const requested = String(values['asKnownOn']);
      const seq = await parseAct(tx, requested);
      const entry = `entry ${String(seq)} of the audit log`;
      return { ...names, asKnownOn: requested === String(seq) ? entry : `${requested}, ${entry}` };
    },
  };
}

/** Adds which reported multiples of a row don't match its amounts. That rule isn't SQL. */
const marked = (row: ListRow): ListRow => ({ ...row, contradiction: contradictedRow(row) });
async function* markedBatches(batches: AsyncIterable<readonly ListRow[]>) {
  for await (const rows of batches) yield rows.map(marked);
}

/**
 * Refuses a state of knowledge in the future: current figures under a later heading would be misleading.
 *
 * Fails: INVALID_VALUE at `asKnownOn` (an entry that the audit log doesn't have, a time in the future).
 */
async function notYetStored(tx: Transaction, text: string): Promise<Failures> {
  const refuse = (reason: string) => [fail('INVALID_VALUE', ['asKnownOn'], reason)];
  if (!isAct(text))
    return new Date(text) > new Date(tx.now) ? refuse('As known on is in the future. Choose a date up to today.') : [];
  const last = await lastAuditSeq(tx);
  return Number(text) > last ? refuse(`The audit log has no entry ${text}. The last entry is ${String(last)}.`) : [];
}

const isAsOfNow = ({ asKnownOn }: Values): boolean => asKnownOn === undefined || asKnownOn === null;

const isAct = (text: string): boolean => /^\d+$/.test(text);

/** Returns the audit entry that `asKnownOn` refers to: by its number, or the last one up to a point in time. */
export async function parseAct(tx: Transaction, text: string): Promise<number> {
  return isAct(text) ? Number(text) : (await seqAfter(tx, new Date(text).toISOString())) - 1;
}
