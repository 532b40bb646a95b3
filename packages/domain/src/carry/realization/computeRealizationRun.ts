import { decimal, type Failure, type Failures, fail, spokenMoney } from '../../kernel/index.ts';
import { type Remark, type RemarkPlace, sameJson, terminatedShares } from '../run/index.ts';
import { computeRealizationDraft } from './computeRealization.ts';
import type { RealizationPorts } from './ports.ts';
import { type FactsByDate, type PreparedRealization, realizationInput } from './realizationInput.ts';
import { dateOfSource, type RealizationRequest } from './realizationRequest.ts';
import { type AccrualRows, realizationRows } from './realizationRows.ts';

/** A realization that was computed and not yet kept. */
export interface ComputedRealization {
  readonly request: RealizationRequest;
  readonly run: PreparedRealization;
  readonly facts: FactsByDate;
  readonly rows: AccrualRows;
  /** Why it cannot be kept. */
  readonly refusals: Failures;
  /** Why it cannot be posted. */
  readonly problems: Failures;
  /** What is to be known before it is posted. */
  readonly warnings: Failures;
}

/** Failures of the engine that are a person's mistake in this request; the others lie in the records and leave a draft. */
const MISTAKES: ReadonlySet<string> = new Set(['MONEY_SCALE', 'NEGATIVE_AMOUNT', 'TOO_MANY_ROWS']);

/**
 * Shares a realization out on the records as they are; nothing is kept.
 *
 * Fails: as refusals those of `realizationInput`, MONEY_SCALE, NEGATIVE_AMOUNT, TOO_MANY_ROWS; as problems the others of the engine, and
 *        UNALLOCATED_NOT_ACKNOWLEDGED; as warnings TERMINATED_SHARES.
 */
export async function computeRealizationRun(
  ports: Pick<RealizationPorts, 'facts' | 'newId'>,
  request: RealizationRequest,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<ComputedRealization> {
  const facts = await ports.facts(request);
  const run = realizationInput(request, facts);
  const { failures, result } = computeRealizationDraft(run.input);
  const dates = new Map(request.sources.map((source) => [source.sourceId, dateOfSource(source, request)]));
  const sourceOf = (sourceId: string) => facts.get(dates.get(sourceId) ?? '')?.sources.get(sourceId);
  const rows = realizationRows(request, run.input, result, {
    idOf: (sourceId) => known.get(sourceId) ?? ports.newId(),
    profileOf: (sourceId) => sourceOf(sourceId)?.profile?.id ?? null,
    newId: ports.newId,
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
                `${spokenMoney(decimal(rest))} of ${sourceOf(sourceId)?.name ?? sourceId} goes to nobody: its allocations total less than 100 %. Correct them, or tick "The unallocated amount goes to nobody" in the editor.`,
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

/** Amounts that a caller sent and that are not those of the rows. Fails: FIGURES_DIFFER. */
const differingFigures = ({ sources }: RealizationRequest, rows: AccrualRows): Failures =>
  sources.flatMap(({ details = [] }, i) => {
    const lines = rows.sources[i]?.details ?? [];
    return details.flatMap(({ participantId, via, carryAmount }, k) => {
      const line = lines.find((one) => one.participantId === participantId && sameJson(one.path, via));
      if (line && decimal(line.gross).eq(carryAmount)) return [];
      const text = `The carry of ${participantId} is ${line ? spokenMoney(decimal(line.gross)) : 'not determined'}, not ${spokenMoney(decimal(carryAmount))}.`;
      return [fail('FIGURES_DIFFER', ['sources', i, 'details', k, 'carryAmount'], text)];
    });
  });

/** What a reason against a source is mended at. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PROFILE_MISSING: 'allocationProfile',
  PROFILE_NOT_USABLE: 'allocationProfile',
  PROFILE_OF_OTHER_SOURCE: 'allocationProfile',
  OVER_ALLOCATED: 'allocationProfile',
  MONEY_SCALE: 'carry',
  NEGATIVE_AMOUNT: 'carry',
};

/** Problems and warnings as they are kept: in words, each with the source that it is about. */
export async function remarksOfRealization(
  ports: Pick<RealizationPorts, 'readable'>,
  { problems, warnings, request }: Pick<ComputedRealization, 'problems' | 'warnings' | 'request'>,
): Promise<readonly Remark[]> {
  const remarks = async (kind: Remark['kind'], failures: Failures) =>
    (await ports.readable(failures)).map(({ code, path, detail }): Remark => {
      const source = path[0] === 'sources' ? request.sources[Number(path[1])] : undefined;
      const place: RemarkPlace | undefined = source && {
        sourceId: source.sourceId,
        participantId: null,
        via: [],
        field: FIELD_OF_CODE[code] ?? null,
      };
      return { kind, code, path, message: detail, ...(place ? { place } : {}) };
    });
  return [...(await remarks('problem', problems)), ...(await remarks('warning', warnings))];
}
