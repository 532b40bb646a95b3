import { decimal, type Failure, type Failures, fail, displayedDate } from '../../kernel/index.ts';
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

/**
 * Returns the reasons why a computed forecast can't be saved, in addition to its refusals. The date of the sale may have passed since the estimate.
 *
 * Fails:  AMOUNT_MISSING (every source has a gross of 0), FORECAST_BEFORE_ESTIMATE.
 */
export function forecastSaveRefusals(
  { request, rows }: Pick<ComputedForecast, 'request' | 'rows'>,
  estimationDate: string,
): Failures {
  const { distributionDate, sources } = request;
  const isEmpty = sources.length > 0 && rows.sources.every(({ grossCarry }) => decimal(grossCarry).isZero());
  return [
    ...(isEmpty
      ? [
          fail(
            'AMOUNT_MISSING',
            ['sources', 0, 'investedAmount'],
            'A forecast needs an amount, but the gross carry of every source is 0. Enter an invested amount and a multiple, or the gross carry.',
          ),
        ]
      : []),
    ...(distributionDate < estimationDate
      ? [
          fail(
            'FORECAST_BEFORE_ESTIMATE',
            ['distributionDate'],
            `The distribution date ${displayedDate(distributionDate)} is before the estimation date ${displayedDate(estimationDate)}, so nothing would be forecast. Choose a later distribution date, or correct the estimation date.`,
          ),
        ]
      : []),
  ];
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
      const location = sourceId === undefined ? {} : { location: { sourceId, participantId: null, via: [], field } };
      return { kind, code, path, message: detail, ...location };
    };
  return [...problems.map(remark('problem')), ...warnings.map(remark('warning'))];
}
