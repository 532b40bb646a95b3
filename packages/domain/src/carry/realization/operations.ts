import { accrualsOf } from '../ledger/index.ts';
import { decimal, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { ENGINE_VERSION, reversedRows, runInputToJson, sameJson } from '../run/index.ts';
import { computeRealizationRun, remarksOfRealization } from './computeRealizationRun.ts';
import {
  decideAccrualReversalDate,
  decidePosting,
  decideRealizationDeletion,
  decideRealizationEdit,
  decideRealizationReversal,
  decideReversed,
} from './decisions.ts';
import type { RealizationHead, RealizationPorts } from './ports.ts';
import type { RealizationRequest } from './realizationRequest.ts';

type Outcome<T = string> = Promise<Result<T, Failures>>;

export interface RealizationToSave {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly name: string;
  readonly description: string | null;
  readonly request: RealizationRequest;
}

const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such realization.')]);

/**
 * Creates or changes a draft.
 *
 * Source: calculations 6; carry specification section 5, 'Realization save'.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, WRONG_STATE, REVERSAL_FIXED, and the refusals of `computeRealizationRun`.
 */
export async function saveRealization(ports: RealizationPorts, draft: RealizationToSave): Outcome {
  let before: RealizationHead | undefined;
  let known: ReadonlyMap<string, string> = new Map();
  if (draft.id) {
    before = await ports.hold(draft.id);
    if (!before) return missing();
    const stale = await ports.stale(before, draft.rowVersion);
    if (stale) return err([stale]);
    const edit = decideRealizationEdit(before);
    if (edit.isErr()) return err(edit.error);
    known = new Map((await ports.rowsOf(before.id)).sources.map(({ id, sourceId }) => [sourceId, id]));
  }
  const computed = await computeRealizationRun(ports, draft.request, known);
  if (computed.refusals.length > 0) return err(await ports.readable(computed.refusals));
  // Without an unallocated rest, there is nothing to acknowledge. An earlier acknowledgment must not cover a rest that appears later.
  const hasRest = computed.rows.sources.some(({ unallocated }) => unallocated !== null && decimal(unallocated).gt(0));
  const request = { ...draft.request, unallocatedAcknowledged: hasRest && draft.request.unallocatedAcknowledged };
  const id = before?.id ?? ports.newId();
  const sources = [...computed.facts.values()].flatMap((facts) => [...facts.sources.values()]);
  await ports.keep(
    {
      id,
      name: draft.name,
      description: draft.description,
      request,
      input: runInputToJson(computed.run.input),
      engineVersion: ENGINE_VERSION,
      currencyId: sources.find(({ currencyId }) => currencyId)?.currencyId ?? null,
      remarks: await remarksOfRealization(ports, computed),
      rows: computed.rows,
      reason: draft.reason,
    },
    before,
  );
  return ok(id);
}

export interface PostingStep {
  readonly id: string;
  readonly rowVersion: number | null | undefined;
  readonly comment?: string | null | undefined;
}

/**
 * Posts a draft's accruals to the accounts, once. Refused unless its figures match those computed from the current records. Posting a reversal marks
 * the original realization as reversed.
 *
 * Source: calculations 6.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, OWN_REALIZATION, INPUTS_CHANGED, and every problem of `computeRealizationRun`.
 */
export async function postRealization(ports: RealizationPorts, { id, rowVersion, comment }: PostingStep): Outcome {
  const head = await ports.hold(id);
  if (!head) return missing();
  // Check the state before the version: the second of two concurrent requests should hear that it is posted rather than that it changed.
  const allowed = decidePosting(head, ports.personId, ports);
  if (allowed.isErr()) return err(allowed.error);
  const stale = await ports.stale(head, rowVersion);
  if (stale) return err([stale]);
  const reasons = head.isReversal ? [] : await reasonsAgainst(ports, head);
  const decision = decidePosting(head, ports.personId, ports, await ports.readable(reasons));
  if (decision.isErr()) return err(decision.error);
  await ports.post(head, accrualsOf(await ports.rowsOf(id), id), decision.value, comment);
  if (head.reversesId === null) return ok(id);
  const undone = await ports.hold(head.reversesId);
  const reversed = undone && decideReversed(undone);
  if (!undone || !reversed) return missing();
  if (reversed.isErr()) return err(reversed.error);
  await ports.move(undone, 'reverseRealization', reversed.value);
  return ok(id);
}

async function reasonsAgainst(ports: RealizationPorts, head: RealizationHead): Promise<Failures> {
  const kept = await ports.inputsOf(head.id);
  const { run, problems } = await computeRealizationRun(ports, kept.request);
  const text =
    'Allocations or participants have changed since this draft was saved. Save it again and review its figures.';
  const changed = sameJson(runInputToJson(run.input), kept.input) ? [] : [fail('INPUTS_CHANGED', ['sources'], text)];
  return [...changed, ...problems];
}

export interface AccrualReversal extends PostingStep {
  readonly realizationDate: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Creates a draft that reverses a posted realization. Nothing is recomputed, and no balance changes until it is posted.
 *
 * Source: calculations 5.8, 6.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED, REVERSED_BEFORE.
 */
export async function reverseRealization(ports: RealizationPorts, reversal: AccrualReversal): Outcome {
  const head = await ports.hold(reversal.id);
  if (!head) return missing();
  const decision = decideRealizationReversal(head);
  if (decision.isErr()) return err(decision.error);
  const stale = await ports.stale(head, reversal.rowVersion);
  if (stale) return err([stale]);
  const { realizationDate } = reversal;
  const undone = await ports.rowsOf(head.id);
  const lastDate = undone.sources
    .map((source) => source.realizationDate)
    .reduce((one, other) => (one > other ? one : other));
  const dated = decideAccrualReversalDate(realizationDate, lastDate);
  if (dated.isErr()) return err(dated.error);
  const kept = await ports.inputsOf(head.id);
  const { sources, totals } = reversedRows(undone, ports.newId);
  const id = ports.newId();
  await ports.keep(
    {
      id,
      name: reversal.name?.trim() || `Reversal of ${head.name}`.slice(0, 200),
      description: reversal.description ?? null,
      request: { ...kept.request, realizationDate },
      input: kept.input,
      engineVersion: head.engineVersion ?? ENGINE_VERSION,
      currencyId: null,
      remarks: [],
      rows: { totals, sources: sources.map((source) => ({ ...source, realizationDate })) },
      reversesId: head.id,
    },
    undefined,
  );
  return ok(id);
}

/** Deletes a draft. Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE. */
export async function deleteRealization(ports: RealizationPorts, { id, rowVersion }: PostingStep): Outcome {
  const head = await ports.hold(id);
  if (!head) return missing();
  const stale = typeof rowVersion === 'number' ? await ports.stale(head, rowVersion) : undefined;
  if (stale) return err([stale]);
  const decision = decideRealizationDeletion(head);
  if (decision.isErr()) return err(decision.error);
  await ports.remove(head);
  return ok(id);
}
