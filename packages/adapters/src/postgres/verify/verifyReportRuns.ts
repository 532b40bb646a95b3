import { storedReports } from '@carrara/contract/performance/reporting/reportRun';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { reportQueries } from '../performance/reports/reportQueries.ts';
import { figuresOfRun, type RunFigures } from '../performance/reportRun/figuresOfRun.ts';
import { type StoredRun, loadRuns } from '../performance/reportRun/reportRuns.ts';
import { guardedRun, type RunReport } from './verifyDistributions.ts';

/**
 * Runs every saved report run again, as known at the time, and compares its figures with their digest. Runs computed by
 * earlier rules, and runs of reports that no longer exist, are only counted.
 */
export async function* verifyReportRuns(tx: Transaction): AsyncGenerator<RunReport> {
  for (const run of await loadRuns(tx)) {
    const { id, report, createdDate, figuresHash, rowCount } = run;
    const head = { id, name: `${storedReports[report]?.title ?? report}, run on ${createdDate}`, status: 'RUN' };
    const location = ['report run', head.name];
    yield await guardedRun(tx, location, head, async () => {
      const again = await runAgain(tx, run);
      return {
        ...head,
        figures: typeof again === 'string' ? 0 : again.figures,
        postings: 0,
        ...(typeof again === 'string' ? { notComputable: again } : {}),
        findings:
          typeof again === 'string' || again.digest === figuresHash
            ? []
            : [
                { location, description: 'digest of the figures', stored: figuresHash, computed: again.digest },
                ...(again.rows === rowCount
                  ? []
                  : [{ location, description: 'rows', stored: String(rowCount), computed: String(again.rows) }]),
              ],
      };
    });
  }
}

/** Returns the current figures, or the reason why the report isn't run. */
async function runAgain(tx: Transaction, run: StoredRun): Promise<RunFigures | string> {
  const query = reportQueries[run.report];
  if (query === undefined) return 'this report no longer exists';
  if (run.engineVersion !== PERIOD_ENGINE_VERSION) return `computed by rule version ${run.engineVersion}`;
  return figuresOfRun(tx, query, { ...run.parameters, asKnownOn: String(run.asOfSequence) });
}
