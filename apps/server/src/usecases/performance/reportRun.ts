import { parseAct } from '@carrara/adapters/postgres/performance/reports/defineFigureReport';
import { reportQueries } from '@carrara/adapters/postgres/performance/reports/reportQueries';
import { figuresOfRun } from '@carrara/adapters/postgres/performance/reportRun/figuresOfRun';
import { storeRun, type StoredRun, loadRun } from '@carrara/adapters/postgres/performance/reportRun/reportRuns';
import { lastAuditSeq } from '@carrara/adapters/postgres/performance/statement/statementLists';
import type { ReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type ReportParameterText, parameterTexts, reportFor } from '@carrara/contract/core/report';
import { reportEndpoint } from '@carrara/contract/core/reportEndpoint';
import { storedReports } from '@carrara/contract/performance/reporting/reportRun';
import { err, fail, ok, required, displayedDate } from '@carrara/domain/kernel';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import { refuseUnknown } from '../../core/namedRecords.ts';
import type { RequestContext } from '../../core/operations.ts';
import { recordParameters } from '../../core/reportOperations.ts';
import type { Outcome } from '../outcome.ts';

type Values = Readonly<Record<string, string>>;

export const reportTitle = (name: string): string => storedReports[name]?.title ?? name;

/** Returns the parameters to repeat a run, as known at the time. */
export const reportValues = ({ parameters, asOfSequence }: Pick<StoredRun, 'parameters' | 'asOfSequence'>) => ({
  ...parameters,
  asKnownOn: String(asOfSequence),
});
const requestedText = (requested: readonly ReportParameterText[]): string =>
  requested.map(({ title, kind, text }) => `${title}: ${kind === 'date' ? displayedDate(text) : text}`).join(' · ');

/** Validates a report's parameters against its own endpoint. Fails: with that endpoint's failures, at the parameter. */
async function checked(tx: Transaction, { report, refuses }: ReportQuery, values: Values): Outcome<Values> {
  const refuse = (name: string, text: string) => fail('INVALID_VALUE', ['parameters', name], text);
  const names = Object.keys(report.parameters);
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(report.parameters, name));
  if (unknown.length > 0) {
    const accepted = names.length > 0 ? `It takes ${names.join(', ')}.` : 'It takes none.';
    return err(unknown.map((name) => refuse(name, `${report.title} has no parameter ${name}. ${accepted}`)));
  }
  const parsed = reportEndpoint(report).query.safeParse(values);
  if (!parsed.success) {
    const failures = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      const title = report.parameters[name]?.title ?? name;
      return values[name] === undefined
        ? refuse(name, `${title} is required. Add the parameter ${name}.`)
        : refuse(name, `${title} ${message}. Change the parameter ${name}.`);
    });
    return err(failures);
  }
  const result = await refuseUnknown(tx, recordParameters(report), values);
  if (result.isErr()) return err(result.error);
  const refused = (await refuses?.(tx, values)) ?? [];
  return refused.length > 0
    ? err(refused.map((failure) => ({ ...failure, path: ['parameters', ...failure.path] })))
    : ok(values);
}

/** Runs a report and stores its figures' digest, so that it can be repeated as known at the time. Fails: as `checked`. */
export async function runReport(
  { tx, tenant }: RequestContext,
  {
    report,
    parameters: entered,
    description,
  }: { readonly report: string; readonly parameters: Values; readonly description?: string | null | undefined },
): Outcome<StoredRun> {
  const query = required(reportQueries[report], `report ${report}`);
  const values = await checked(tx, query, entered);
  if (values.isErr()) return err(values.error);
  const { asKnownOn, ...stored } = values.value;
  const hasBasis = Object.hasOwn(query.report.parameters, 'basis');
  const parameters: Values = tenant.isLpTenant && hasBasis ? { ...stored, basis: 'all' } : stored;
  const asOfSequence = asKnownOn === undefined ? await lastAuditSeq(tx) : await parseAct(tx, asKnownOn);
  const request = reportValues({ parameters, asOfSequence });
  const names = await query.names(tx, request);
  const { rows, digest } = await figuresOfRun(tx, query, request);
  const id = await storeRun(tx, {
    report,
    title: reportTitle(report),
    parameters,
    parametersText: requestedText(
      parameterTexts(reportFor(query.report, tenant.isLpTenant), request, (name) => names[name]),
    ),
    description: description ?? null,
    asOfSequence,
    engineVersion: PERIOD_ENGINE_VERSION,
    rowCount: rows,
    figuresHash: digest,
  });
  return ok(required(await loadRun(tx, id), `report run ${id}`));
}
