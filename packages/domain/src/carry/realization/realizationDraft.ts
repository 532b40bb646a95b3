import { fail, type Failures, ok, type Result } from '../../kernel/index.ts';
import {
  ENGINE_VERSION,
  isRestAcknowledged,
  type Remark,
  reversalName,
  reversedRows,
  runInputToJson,
  sameJson,
} from '../run/index.ts';
import { type ComputedRealization, realizationRemarks } from './computeRealizationRun.ts';
import { decideAccrualReversalDate, type RealizationState } from './decisions.ts';
import type { AccrualRows } from './realizationRows.ts';
import type { StoredRealization } from './verifyRealization.ts';

/** A stored realization without its rows. */
export interface RealizationHead extends RealizationState {
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly realizationDate: string;
  readonly engineVersion: string | null;
  readonly reversesId: string | null;
}

/** The fields of a realization that people fill in, apart from its sources. */
export interface RealizationFields {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly reason?: string | null | undefined;
  /** The distribution of proceeds that creates it. */
  readonly ledgerActId?: string | undefined;
}

/** A computed draft, ready to store. */
export interface RealizationToStore extends StoredRealization, RealizationFields {
  readonly engineVersion: string;
  /** Null for a reversal, which has the currency of the realization it reverses. */
  readonly currencyId: string | null;
  readonly remarks: readonly Remark[];
  readonly rows: AccrualRows;
  readonly reversesId?: string | undefined;
}

/** Returns the draft to store. */
export function realizationDraft(computed: ComputedRealization, fields: RealizationFields): RealizationToStore {
  const { request, rows, run, facts } = computed;
  const sources = [...facts.values()].flatMap((ofDate) => [...ofDate.sources.values()]);
  const unallocatedAcknowledged = isRestAcknowledged(request.unallocatedAcknowledged, rows.sources);
  return {
    ...fields,
    request: { ...request, unallocatedAcknowledged },
    input: runInputToJson(run.input),
    engineVersion: ENGINE_VERSION,
    currencyId: sources.find(({ currencyId }) => currencyId)?.currencyId ?? null,
    remarks: realizationRemarks(computed),
    rows,
  };
}

/** Returns the reasons why a stored draft can't be posted: it differs from the current records, or they have problems. Fails: INPUTS_CHANGED. */
export function postingProblems(stored: StoredRealization, { run, problems }: ComputedRealization): Failures {
  if (sameJson(runInputToJson(run.input), stored.input)) return problems;
  const text =
    'Allocations or participants have changed since this draft was saved. Save it again and review its figures.';
  return [fail('INPUTS_CHANGED', ['sources'], text), ...problems];
}

/** Returns the last date on which a realization accrues carry. */
export const lastAccrualDate = ({ sources }: AccrualRows): string =>
  sources.map(({ realizationDate }) => realizationDate).reduce((first, other) => (first > other ? first : other));

export interface RealizationReversal {
  readonly realizationDate: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Returns the draft that reverses a posted realization. Nothing is recomputed, and no balance changes until it is posted.
 *
 * Source: docs/calculations/distribution.md, docs/calculations/realization.md.
 * Fails:  REVERSED_BEFORE.
 */
export function realizationReversal(
  head: RealizationHead,
  stored: StoredRealization & { readonly rows: AccrualRows },
  { realizationDate, name, description }: RealizationReversal,
  newId: () => string,
): Result<RealizationToStore, Failures> {
  return decideAccrualReversalDate(realizationDate, lastAccrualDate(stored.rows)).andThen(() => {
    const { sources, totals } = reversedRows(stored.rows, newId);
    return ok({
      id: newId(),
      name: reversalName(name, head.name),
      description: description ?? null,
      request: { ...stored.request, realizationDate },
      input: stored.input,
      engineVersion: head.engineVersion ?? ENGINE_VERSION,
      currencyId: null,
      remarks: [],
      rows: { totals, sources: sources.map((source) => ({ ...source, realizationDate })) },
      reversesId: head.id,
    });
  });
}
