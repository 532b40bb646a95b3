import { decimal, type Failure, type Failures, fail, spokenMoney } from '../../kernel/index.ts';
import { type Remark, type RemarkLocation, sameJson, terminatedShares } from '../run/index.ts';
import { computeRealizationDraft } from './computeRealization.ts';
import { type FactsByDate, type PreparedRealization, realizationInput } from './realizationInput.ts';
import { dateOfSource, type RealizationRequest } from './realizationRequest.ts';
import { type AccrualRows, realizationRows } from './realizationRows.ts';

/** A computed realization that isn't stored yet. */
export interface ComputedRealization {
  readonly request: RealizationRequest;
  readonly run: PreparedRealization;
  readonly facts: FactsByDate;
  readonly rows: AccrualRows;
  /** Reasons why the realization can't be saved. */
  readonly refusals: Failures;
  /** Reasons why the realization can't be posted. */
  readonly problems: Failures;
  /** Information to review before posting. */
  readonly warnings: Failures;
}

/** Engine failures caused by a mistake in this request. All others come from the stored records and leave a draft. */
const MISTAKES: ReadonlySet<string> = new Set(['MONEY_SCALE', 'NEGATIVE_AMOUNT', 'TOO_MANY_ROWS']);

/**
 * Allocates a realization with the current records without storing anything.
 *
 * Fails: as refusals those of `realizationInput`, MONEY_SCALE, NEGATIVE_AMOUNT, TOO_MANY_ROWS; as problems the others of the engine, and
 *        UNALLOCATED_NOT_ACKNOWLEDGED; as warnings TERMINATED_SHARES.
 */
export function computeRealizationRun(
  request: RealizationRequest,
  facts: FactsByDate,
  newId: () => string,
  rowIds: ReadonlyMap<string, string> = new Map(),
): ComputedRealization {
  const run = realizationInput(request, facts);
  const { failures, result } = computeRealizationDraft(run.input);
  const dates = new Map(request.sources.map((source) => [source.sourceId, dateOfSource(source, request)]));
  const sourceOf = (sourceId: string) => facts.get(dates.get(sourceId) ?? '')?.sources.get(sourceId);
  const rows = realizationRows(request, run.input, result, {
    idOf: (sourceId) => rowIds.get(sourceId) ?? newId(),
    profileOf: (sourceId) => sourceOf(sourceId)?.profile?.id ?? null,
    newId,
  });
  const isMistake = ({ code }: Failure) => MISTAKES.has(code);
  const unallocated = request.unallocatedAcknowledged
    ? []
    : rows.sources.flatMap(({ sourceId, unallocated: rest }, i) =>
        rest === null || !/[1-9]/.test(rest)
          ? []
          : [
              fail(
                'UNALLOCATED_NOT_ACKNOWLEDGED',
                ['sources', i],
                `${spokenMoney(decimal(rest))} of ${sourceOf(sourceId)?.name ?? sourceId} is unallocated, because its allocations total less than 100%. Correct them, or confirm in the editor that this amount goes to nobody.`,
              ),
            ],
      );
  return {
    request,
    run,
    facts,
    rows,
    refusals: [...run.refusals, ...failures.filter(isMistake), ...differingFigures(request, rows)],
    problems: [...run.refusals, ...run.problems, ...failures, ...unallocated],
    warnings: terminatedShares(rows, 'accrued'),
  };
}

/** Returns failures for amounts sent by the caller that differ from the computed rows. Fails: FIGURES_DIFFER. */
const differingFigures = ({ sources }: RealizationRequest, rows: AccrualRows): Failures =>
  sources.flatMap(({ details = [] }, i) => {
    const lines = rows.sources[i]?.details ?? [];
    return details.flatMap(({ participantId, via, carryAmount }, k) => {
      const line = lines.find(
        (candidate) => candidate.participantId === participantId && sameJson(candidate.path, via),
      );
      if (line && decimal(line.gross).eq(carryAmount)) return [];
      const text = `The carry of ${participantId} is ${line ? spokenMoney(decimal(line.gross)) : 'not determined'}, not ${spokenMoney(decimal(carryAmount))}.`;
      return [fail('FIGURES_DIFFER', ['sources', i, 'details', k, 'carryAmount'], text)];
    });
  });

/** The field that fixes a failure of a source. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PROFILE_MISSING: 'allocationProfile',
  PROFILE_NOT_USABLE: 'allocationProfile',
  PROFILE_OF_OTHER_SOURCE: 'allocationProfile',
  OVER_ALLOCATED: 'allocationProfile',
  MONEY_SCALE: 'carry',
  NEGATIVE_AMOUNT: 'carry',
};

/** Returns problems and warnings in their stored form: as text, each with its source. */
export function realizationRemarks({
  problems,
  warnings,
  request,
}: Pick<ComputedRealization, 'problems' | 'warnings' | 'request'>): readonly Remark[] {
  const remark =
    (kind: Remark['kind']) =>
    ({ code, path, detail }: Failure): Remark => {
      const source = path[0] === 'sources' ? request.sources[Number(path[1])] : undefined;
      const location: RemarkLocation | undefined = source && {
        sourceId: source.sourceId,
        participantId: null,
        via: [],
        field: FIELD_OF_CODE[code] ?? null,
      };
      return { kind, code, path, message: detail, ...(location ? { location } : {}) };
    };
  return [...problems.map(remark('problem')), ...warnings.map(remark('warning'))];
}
