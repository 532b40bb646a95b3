import { actOf, reportQueries } from '@carrara/adapters/postgres/performance/reports';
import {
  figuresOfRun,
  keepRun,
  type KeptRun,
  loadRun,
  reportRunList,
} from '@carrara/adapters/postgres/performance/reportRun';
import { knownUntil } from '@carrara/adapters/postgres/performance/statement';
import type { ReportQuery } from '@carrara/adapters/postgres/engine/reports';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { type Asked, askedWith, reportFor } from '@carrara/contract/core/report';
import { reportEndpoint } from '@carrara/contract/core/reportEndpoint';
import { keptReports, type ReportRun, type reportRunEndpoints } from '@carrara/contract/performance/reportRun';
import { err, type Failures, fail, noSuch, ok, type Result, shownDate } from '@carrara/domain/kernel';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import { exportList, type RowsOperation } from '../../files/exportList.ts';
import { listFiles } from '../../files/listFiles.ts';
import { refuseUnknown } from '../../core/namedRecords.ts';
import type { Operations } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import { namedIn, type ReportInput, reportOperation } from '../../core/reportOperations.ts';

type Given = Readonly<Record<string, string>>;

const noRun = () => err([noSuch('run')]);
const titleOf = (name: string): string => keptReports[name]?.title ?? name;

/** Returns the parameters to repeat a run, as known at the time. */
const valuesOf = ({ parameters, knownSeq }: Pick<KeptRun, 'parameters' | 'knownSeq'>) => ({
  ...parameters,
  asKnownOn: String(knownSeq),
});
const askedText = (asked: readonly Asked[]): string =>
  asked.map(({ title, kind, text }) => `${title}: ${kind === 'date' ? shownDate(text) : text}`).join(' · ');

const answered = ({ parameters, ...run }: KeptRun): ReportRun => ({
  ...run,
  title: titleOf(run.report),
  parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
});

/** Validates a report's parameters against its own endpoint. Fails: with that endpoint's failures, at the parameter. */
async function checked(
  tx: Transaction,
  { report, refuses }: ReportQuery,
  given: Given,
): Promise<Result<Given, Failures>> {
  const parsed = reportEndpoint(report).query.safeParse(given);
  if (!parsed.success) {
    const [first, ...others] = parsed.error.issues.map(({ path, message }) => {
      const [name] = path;
      const title = report.parameters[String(name)]?.title;
      return fail('INVALID_VALUE', ['parameters', String(name ?? '')], `${title ?? 'The parameter'} ${message}`);
    });
    return err([first!, ...others]);
  }
  const unknown = Object.keys(given).find((name) => report.parameters[name] === undefined);
  if (unknown !== undefined) {
    return err([fail('INVALID_VALUE', ['parameters', unknown], `${report.title} has no parameter ${unknown}.`)]);
  }
  const known = await refuseUnknown(tx, namedIn(report), given);
  if (known.isErr()) return err(known.error);
  const refused = (await refuses?.(tx, given)) ?? [];
  return refused.length > 0 ? err(refused.map((one) => ({ ...one, path: ['parameters', ...one.path] }))) : ok(given);
}

export const reportRunOperations: Operations<typeof reportRunEndpoints> = {
  listReportRuns: listOperation(reportRunList),
  async runReport({ tx, tenant }, { body }) {
    const query = reportQueries[body.report]!;
    const entered = Object.fromEntries(body.parameters.map(({ name, value }) => [name, value]));
    const values = await checked(tx, query, entered);
    if (values.isErr()) return err(values.error);
    const { asKnownOn, ...given } = values.value;
    const hasBasis = Object.hasOwn(query.report.parameters, 'basis');
    const parameters: Given = tenant.isLpTenant && hasBasis ? { ...given, basis: 'all' } : given;
    const knownSeq = asKnownOn === undefined ? await knownUntil(tx) : await actOf(tx, asKnownOn);
    const asked = valuesOf({ parameters, knownSeq });
    const names = await query.names(tx, asked);
    const { rows, digest } = await figuresOfRun(tx, query, asked);
    const id = await keepRun(tx, {
      report: body.report,
      title: titleOf(body.report),
      parameters,
      asked: askedText(askedWith(reportFor(query.report, tenant.isLpTenant), asked, (name) => names[name])),
      description: body.description ?? null,
      knownSeq,
      engineVersion: PERIOD_ENGINE_VERSION,
      rowCount: rows,
      figuresHash: digest,
    });
    return ok(answered((await loadRun(tx, id))!));
  },
  async getReportRun({ tx }, { params }) {
    const run = await loadRun(tx, params.id);
    if (run === undefined) return noRun();
    const query = reportQueries[run.report];
    const isComparable = query !== undefined && run.engineVersion === PERIOD_ENGINE_VERSION;
    const again = isComparable ? await figuresOfRun(tx, query, valuesOf(run)) : undefined;
    return ok({ ...answered(run), isSame: again === undefined ? null : again.digest === run.figuresHash });
  },
  async downloadReportRun(context, { params, query: { format } }) {
    const run = await loadRun(context.tx, params.id);
    const query = run && reportQueries[run.report];
    if (run === undefined || query === undefined) return noRun();
    const operation = reportOperation(query);
    const { list } = reportEndpoint(query.report);
    const { createdDate, createdBy, engineVersion, figuresHash } = run;
    const told: readonly Asked[] = [
      { name: 'run', title: 'Run', kind: 'text', text: [createdDate, createdBy].filter(Boolean).join(', ') },
      { name: 'engine', title: 'Engine', kind: 'text', text: engineVersion },
      { name: 'fingerprint', title: 'SHA-256 of the figures', kind: 'text', text: figuresHash },
    ];
    const ofRun = Object.assign(operation.bind(undefined), {
      rows: operation.rows,
      parts: async (...of: Parameters<typeof operation.parts>) => {
        const parts = await operation.parts(...of);
        return { ...parts, asked: [...parts.asked, ...told] };
      },
    });
    const { field: sortColumn, ascending: sortAsc } = query.report.defaultSort;
    const asked = { startPage: 1, pageSize: 1, sortColumn, sortAsc, searchQuery: '', ...valuesOf(run) };
    const input: ReportInput = { query: asked };
    return exportList(listFiles, list, format, ofRun as unknown as RowsOperation, context, input);
  },
};
