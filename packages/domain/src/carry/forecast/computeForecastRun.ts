import type { Failure, Failures } from '../../kernel/index.ts';
import { type Remark, type ShareFacts, terminatedShares } from '../run/index.ts';
import { computeForecastDraft } from './computeForecast.ts';
import { type ForecastRows, forecastRows } from './forecastRows.ts';
import { forecastInput, type PreparedForecast } from './forecastInput.ts';
import type { ForecastRequest } from './forecastRequest.ts';
import type { ForecastPorts } from './ports.ts';

/** A forecast that was computed and not yet kept. */
export interface ComputedForecast {
  readonly request: ForecastRequest;
  readonly run: PreparedForecast;
  readonly facts: ShareFacts;
  readonly rows: ForecastRows;
  /** Why it cannot be kept. */
  readonly refusals: Failures;
  /** Why sources of it are not determined. */
  readonly problems: Failures;
  /** What is to be known of it, and stands against nothing. */
  readonly warnings: Failures;
}

/** Failures of the engine that are a person's mistake in this request; the others lie in the records. */
const MISTAKES: ReadonlySet<string> = new Set(['MONEY_SCALE', 'NEGATIVE_AMOUNT', 'NET_BELOW_ZERO', 'TOO_MANY_ROWS']);

/**
 * Shares a forecast out on the records as they are; nothing is kept.
 *
 * Fails: as refusals those of `forecastInput`, MONEY_SCALE, NEGATIVE_AMOUNT, NET_BELOW_ZERO, TOO_MANY_ROWS; as problems the others of the
 *        engine; as warnings TERMINATED_SHARES.
 */
export async function computeForecastRun(
  ports: Pick<ForecastPorts, 'facts' | 'newId'>,
  request: ForecastRequest,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<ComputedForecast> {
  const facts = await ports.facts(request);
  const run = forecastInput(request, facts);
  const { failures, result } = computeForecastDraft(run.input);
  const rows = forecastRows(request, run.input, result, {
    idOf: (sourceId) => known.get(sourceId) ?? ports.newId(),
    profileOf: (sourceId) => facts.sources.get(sourceId)?.profile?.id ?? null,
    newId: ports.newId,
  });
  const isMistake = ({ code }: Failure) => MISTAKES.has(code);
  return {
    request,
    run,
    facts,
    rows,
    refusals: [...run.refusals, ...failures.filter(isMistake)],
    problems: [...run.refusals, ...run.problems, ...failures],
    warnings: terminatedShares(rows, 'forecast'),
  };
}

/** What a reason against a source is mended at. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PROFILE_MISSING: 'allocationProfile',
  PROFILE_NOT_USABLE: 'allocationProfile',
  PROFILE_OF_OTHER_SOURCE: 'allocationProfile',
  OVER_ALLOCATED: 'allocationProfile',
};

/** Problems and warnings as they are kept: in words, each with the source that it is about. */
export async function remarksOfForecast(
  ports: Pick<ForecastPorts, 'readable'>,
  { problems, warnings }: Pick<ComputedForecast, 'problems' | 'warnings'>,
  { sources }: Pick<ForecastRequest, 'sources'>,
): Promise<readonly Remark[]> {
  const remarks = async (kind: Remark['kind'], failures: Failures) =>
    (await ports.readable(failures)).map(({ code, path, detail }): Remark => {
      const sourceId = path[0] === 'sources' ? sources[Number(path[1])]?.sourceId : undefined;
      const field = FIELD_OF_CODE[code] ?? null;
      const place = sourceId === undefined ? {} : { place: { sourceId, participantId: null, via: [], field } };
      return { kind, code, path, message: detail, ...place };
    });
  return [...(await remarks('problem', problems)), ...(await remarks('warning', warnings))];
}
