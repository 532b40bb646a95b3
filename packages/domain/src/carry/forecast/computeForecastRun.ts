import type { Failure, Failures } from '../../kernel/index.ts';
import { type Remark, type ShareFacts, terminatedShares } from '../run/index.ts';
import { computeForecastDraft } from './computeForecast.ts';
import { type ForecastRows, forecastRows } from './forecastRows.ts';
import { forecastInput, type PreparedForecast } from './forecastInput.ts';
import type { ForecastRequest } from './forecastRequest.ts';

/** A computed forecast that isn't stored yet. */
export interface ComputedForecast {
  readonly request: ForecastRequest;
  readonly run: PreparedForecast;
  readonly facts: ShareFacts;
  readonly rows: ForecastRows;
  /** Reasons why the forecast can't be saved. */
  readonly refusals: Failures;
  /** Reasons why some of its sources aren't determined. */
  readonly problems: Failures;
  /** Information that doesn't prevent saving. */
  readonly warnings: Failures;
}

/** Engine failures caused by a mistake in this request. All others come from the stored records. */
const MISTAKES: ReadonlySet<string> = new Set(['MONEY_SCALE', 'NEGATIVE_AMOUNT', 'NET_BELOW_ZERO', 'TOO_MANY_ROWS']);

/**
 * Allocates a forecast with the current records without storing anything.
 *
 * Fails: as refusals those of `forecastInput`, MONEY_SCALE, NEGATIVE_AMOUNT, NET_BELOW_ZERO, TOO_MANY_ROWS; as problems the others of the
 *        engine; as warnings TERMINATED_SHARES.
 */
export function computeForecastRun(
  request: ForecastRequest,
  facts: ShareFacts,
  newId: () => string,
  rowIds: ReadonlyMap<string, string> = new Map(),
): ComputedForecast {
  const run = forecastInput(request, facts);
  const { failures, result } = computeForecastDraft(run.input);
  const rows = forecastRows(request, run.input, result, {
    idOf: (sourceId) => rowIds.get(sourceId) ?? newId(),
    profileOf: (sourceId) => facts.sources.get(sourceId)?.profile?.id ?? null,
    newId,
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

/** The field that fixes a failure of a source. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PROFILE_MISSING: 'allocationProfile',
  PROFILE_NOT_USABLE: 'allocationProfile',
  PROFILE_OF_OTHER_SOURCE: 'allocationProfile',
  OVER_ALLOCATED: 'allocationProfile',
};

/** Returns problems and warnings in their stored form: as text, each with its source. */
export function forecastRemarks({
  problems,
  warnings,
  request,
}: Pick<ComputedForecast, 'problems' | 'warnings' | 'request'>): readonly Remark[] {
  const remark =
    (kind: Remark['kind']) =>
    ({ code, path, detail }: Failure): Remark => {
      const sourceId = path[0] === 'sources' ? request.sources[Number(path[1])]?.sourceId : undefined;
      const field = FIELD_OF_CODE[code] ?? null;
      const place = sourceId === undefined ? {} : { place: { sourceId, participantId: null, via: [], field } };
      return { kind, code, path, message: detail, ...place };
    };
  return [...problems.map(remark('problem')), ...warnings.map(remark('warning'))];
}
