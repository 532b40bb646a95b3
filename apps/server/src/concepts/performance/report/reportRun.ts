import { reportQueries } from '@carrara/adapters/postgres/performance/reports/reportQueries';
import { figuresOfRun } from '@carrara/adapters/postgres/performance/reportRun/figuresOfRun';
import { type StoredRun, loadRun, reportRunList } from '@carrara/adapters/postgres/performance/reportRun/reportRuns';
import type { ReportParameterText } from '@carrara/contract/core/report';
import { reportEndpoint } from '@carrara/contract/core/reportEndpoint';
import type { ReportRun, reportRunEndpoints } from '@carrara/contract/performance/reporting/reportRun';
import { err, noSuch, ok } from '@carrara/domain/kernel';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import { anyListOperation, exportList } from '../../../files/exportList.ts';
import { listFiles } from '../../../files/listFiles.ts';
import type { Operations } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { type ReportInput, reportOperation } from '../../../core/reportOperations.ts';
import { runReport, reportTitle, reportValues } from '../../../usecases/performance/reportRun.ts';

const noRun = () => err([noSuch('run')]);
const answered = ({ parameters, ...run }: StoredRun): ReportRun => ({
  ...run,
  title: reportTitle(run.report),
  parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
});

export const reportRunOperations: Operations<typeof reportRunEndpoints> = {
  listReportRuns: listOperation(reportRunList),
  async runReport(context, { body }) {
    const entered = Object.fromEntries(body.parameters.map(({ name, value }) => [name, value]));
    const run = await runReport(context, { ...body, parameters: entered });
    return run.map(answered);
  },
  async getReportRun({ tx }, { params }) {
    const run = await loadRun(tx, params.id);
    if (run === undefined) return noRun();
    const query = reportQueries[run.report];
    const isComparable = query !== undefined && run.engineVersion === PERIOD_ENGINE_VERSION;
    const again = isComparable ? await figuresOfRun(tx, query, reportValues(run)) : undefined;
    return ok({ ...answered(run), isSame: again === undefined ? null : again.digest === run.figuresHash });
  },
  async downloadReportRun(context, { params, query: { format } }) {
    const run = await loadRun(context.tx, params.id);
    const query = run && reportQueries[run.report];
    if (run === undefined || query === undefined) return noRun();
    const operation = reportOperation(query);
    const { list } = reportEndpoint(query.report);
    const { createdDate, createdBy, engineVersion, figuresHash } = run;
    const runFacts: readonly ReportParameterText[] = [
      { name: 'run', title: 'Run', kind: 'text', text: [createdDate, createdBy].filter(Boolean).join(', ') },
      { name: 'engine', title: 'Engine', kind: 'text', text: engineVersion },
      { name: 'fingerprint', title: 'SHA-256 of the figures', kind: 'text', text: figuresHash },
    ];
    const ofRun = Object.assign(operation.bind(undefined), {
      rows: operation.rows,
      parts: async (...args: Parameters<typeof operation.parts>) => {
        const parts = await operation.parts(...args);
        return { ...parts, parameters: [...parts.parameters, ...runFacts] };
      },
    });
    const { field: sortColumn, ascending: sortAsc } = query.report.defaultSort;
    const request = { startPage: 1, pageSize: 1, sortColumn, sortAsc, searchQuery: '', ...reportValues(run) };
    const input: ReportInput = { query: request };
    return exportList(listFiles, list, format, anyListOperation(ofRun), context, input);
  },
};
