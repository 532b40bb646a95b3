import { keptReports } from '@carrara/contract/performance/reportRun';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import { reportQueries } from '../performance/reports/index.ts';
import { figuresOfRun, type KeptRun, loadRuns, type RunFigures } from '../performance/reportRun/index.ts';
import { guardedRun, type RunReport } from './verifyDistributions.ts';

/**
 * Asks every kept run of a report again, as known when it was run, and holds its figures to their digest. One that earlier rules computed, or whose report
 * there is not any more, is only counted.
 */
export async function* verifyReportRuns(tx: Transaction): AsyncGenerator<RunReport> {
  for (const run of await loadRuns(tx)) {
    const { id, report, createdDate, figuresHash, rowCount } = run;
    const head = { id, name: `${keptReports[report]?.title ?? report}, run on ${createdDate}`, status: 'RUN' };
    const of = ['report run', head.name];
    yield await guardedRun(tx, of, head, async () => {
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
                { of, what: 'digest of the figures', was: figuresHash, is: again.digest },
                ...(again.rows === rowCount
                  ? []
                  : [{ of, what: 'rows', was: String(rowCount), is: String(again.rows) }]),
              ],
      };
    });
  }
}

/** What it says now, or why it is not asked. */
async function runAgain(tx: Transaction, run: KeptRun): Promise<RunFigures | string> {
  const query = reportQueries[run.report];
  if (query === undefined) return 'this report no longer exists';
  if (run.engineVersion !== PERIOD_ENGINE_VERSION) return `computed by rules ${run.engineVersion}`;
  return figuresOfRun(tx, query, { ...run.parameters, asKnownOn: String(run.knownSeq) });
}
