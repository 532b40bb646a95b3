import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { takenSince } from '../ledger/index.ts';
import { runInputToJson, sameJson } from '../run/index.ts';
import { computeLedgerRun, type LedgerInput, wrongByItself } from './computeLedgerRun.ts';
import { decideLedgerRunApproval, decideLedgerRunEdit, decideLedgerRunReversal, decideMove } from './decisions.ts';
import { LEDGER_ENGINE_VERSION } from './engineVersions.ts';
import { ledgerInput } from './ledgerFacts.ts';
import { type LedgerLine, type LedgerRunRequest, reversedLines } from './ledgerLine.ts';
import { ledgerEntries } from './ledgerPosting.ts';
import type { LedgerRunHead, LedgerRunPorts } from './ports.ts';

type Outcome<T = string> = Promise<Result<T, Failures>>;

const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such run.')]);

export interface ComputedLedgerRun {
  readonly lines: readonly Omit<LedgerLine, 'id'>[];
  readonly input: LedgerInput;
  readonly currencyId: string | null;
}

/**
 * Computes the rows of a request from the current records. Fails: those of `ledgerInput` and `computeLedgerRun`. For an opening, both are reported
 * together.
 */
export async function computeFromRecords(
  ports: Pick<LedgerRunPorts, 'facts' | 'readable'>,
  request: LedgerRunRequest,
  hold?: 'hold',
): Outcome<ComputedLedgerRun> {
  const facts = await ports.facts(request, hold);
  const computed = ledgerInput(request, facts)
    .mapErr((failures): Failures => [...failures, ...wrongByItself(request)])
    .andThen((input) =>
      computeLedgerRun(request, input).map((lines): ComputedLedgerRun => {
        const currencyId = facts.sources.get(request.lines[0]?.sourceId ?? '')?.currencyId ?? null;
        return { lines, input: usedOf(request, input, lines), currencyId };
      }),
    );
  return computed.isErr() ? err(await ports.readable(computed.error)) : ok(computed.value);
}

/** Returns only the facts that the rows use. Other accounts of a source aren't stored with the run. */
function usedOf(
  { type }: LedgerRunRequest,
  { held, paid }: LedgerInput,
  lines: ComputedLedgerRun['lines'],
): LedgerInput {
  const reached = new Set(lines.map(({ participantId, sourceId }) => `${participantId} ${sourceId}`));
  const ofRun = (accounts: LedgerInput['held']) =>
    accounts.filter(({ participantId, sourceId }) => reached.has(`${participantId} ${sourceId}`));
  return { held: type === 'OPENING' ? [] : ofRun(held), paid: type === 'CLAWBACK' ? ofRun(paid) : [] };
}

export interface LedgerRunToSave {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly name: string;
  readonly description: string | null;
  readonly request: LedgerRunRequest;
}

/**
 * Creates or changes a draft.
 *
 * Fails: NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, WRONG_STATE, REVERSAL_FIXED, and the refusals of `computeFromRecords`.
 */
export async function saveLedgerRun(ports: LedgerRunPorts, draft: LedgerRunToSave): Outcome {
  let before: LedgerRunHead | undefined;
  if (draft.id) {
    before = await ports.hold(draft.id);
    if (!before) return missing();
    const stale = await ports.stale(before, draft.rowVersion);
    if (stale) return err([stale]);
    const edit = decideLedgerRunEdit(before);
    if (edit.isErr()) return err(edit.error);
  }
  const computed = await computeFromRecords(ports, draft.request);
  if (computed.isErr()) return err(computed.error);
  const { lines, input, currencyId } = computed.value;
  const id = before?.id ?? ports.newId();
  const { name, description, request, reason } = draft;
  await ports.keep(
    {
      id,
      name,
      description,
      request,
      reason,
      currencyId,
      input: runInputToJson(input),
      engineVersion: LEDGER_ENGINE_VERSION,
      lines: lines.map((line) => ({ id: ports.newId(), ...line })),
    },
    before,
  );
  return ok(id);
}

export interface LedgerStep {
  readonly id: string;
  readonly rowVersion?: number | null | undefined;
  readonly comment?: string | null | undefined;
}

type Decide = (head: LedgerRunHead) => Result<LedgerRunHead['status'], Failures>;

/**
 * Loads a run, decides the move, then rejects a stale version. The state is checked first, so that the second of two concurrent requests gets the
 * state rather than a version conflict.
 */
async function held(ports: LedgerRunPorts, { id, rowVersion }: LedgerStep, decide: Decide) {
  const head = await ports.hold(id);
  if (!head) return missing();
  const decision = decide(head);
  if (decision.isErr()) return err(decision.error);
  const stale = await ports.stale(head, rowVersion);
  return stale ? err([stale]) : ok({ head, status: decision.value });
}

/**
 * Returns the reasons why a run's figures don't match the current ledger. Fails: INPUTS_CHANGED, for a reversal those of `takenSince`, and the
 * refusals of `computeFromRecords`.
 */
async function reasonsAgainst(ports: LedgerRunPorts, head: LedgerRunHead, hold?: 'hold'): Promise<Failures> {
  const kept = await ports.inputsOf(head.id);
  if (head.isReversal) {
    const ledger = await ports.facts(kept.request, hold);
    return ports.readable(takenSince(ledgerEntries(head, await ports.linesOf(head.id)), ledger));
  }
  const now = await computeFromRecords(ports, kept.request, hold);
  if (now.isErr()) return now.error;
  if (sameJson(runInputToJson(now.value.input), kept.input)) return [];
  const text = 'The accounts have changed since this draft was saved. Save it again and review its figures.';
  return [fail('INPUTS_CHANGED', ['lines'], text)];
}

/** Submits a draft. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION, INPUTS_CHANGED, and the refusals of `computeFromRecords`. */
export async function submitLedgerRun(ports: LedgerRunPorts, step: LedgerStep): Outcome {
  const found = await held(ports, step, (head) => decideMove(head, 'submitLedgerRun'));
  if (found.isErr()) return err(found.error);
  const { head, status } = found.value;
  const reasons = await reasonsAgainst(ports, head);
  if (reasons.length > 0) return err(reasons);
  await ports.move(head, 'submitLedgerRun', status, step.comment);
  return ok(head.id);
}

/** Withdraws a run. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION, COMMENT_REQUIRED. */
export async function withdrawLedgerRun(ports: LedgerRunPorts, step: LedgerStep): Outcome {
  const found = await held(ports, step, (head) => decideMove(head, 'withdrawLedgerRun'));
  if (found.isErr()) return err(found.error);
  if (!step.comment?.trim())
    return err([fail('COMMENT_REQUIRED', ['comment'], 'Enter a comment that says why you are withdrawing it.')]);
  await ports.move(found.value.head, 'withdrawLedgerRun', found.value.status, step.comment);
  return ok(step.id);
}

/** Approves or rejects a run. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION, OWN_LEDGER_RUN. */
export async function decideOnLedgerRun(
  ports: LedgerRunPorts,
  event: 'approveLedgerRun' | 'rejectLedgerRun',
  step: LedgerStep,
): Outcome {
  const found = await held(ports, step, (head) => decideLedgerRunApproval(head, event, ports.personId, ports));
  if (found.isErr()) return err(found.error);
  await ports.move(found.value.head, event, found.value.status, step.comment);
  return ok(step.id);
}

/**
 * Posts an approved run to the ledger, once. Posting a reversal marks the original run as reversed.
 *
 * Source: calculations 6.
 * Fails:  NOT_FOUND, WRONG_STATE, STALE_VERSION, INPUTS_CHANGED, and the refusals of `computeFromRecords`.
 */
export async function postLedgerRun(ports: LedgerRunPorts, step: LedgerStep): Outcome {
  const found = await held(ports, step, (head) => decideMove(head, 'postLedgerRun'));
  if (found.isErr()) return err(found.error);
  const { head, status } = found.value;
  const reasons = await reasonsAgainst(ports, head, 'hold');
  if (reasons.length > 0) return err(reasons);
  await ports.post(head, ledgerEntries(head, await ports.linesOf(head.id)), status, step.comment);
  if (head.reversesId === null) return ok(head.id);
  const undone = await ports.hold(head.reversesId);
  if (!undone) return missing();
  const reversed = decideMove(undone, 'reverseLedgerRun', ['reversalPosted']);
  if (reversed.isErr()) return err(reversed.error);
  await ports.move(undone, 'reverseLedgerRun', reversed.value);
  return ok(head.id);
}

export interface LedgerReversal extends LedgerStep {
  readonly runDate: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Creates a draft that reverses a posted run. Nothing is recomputed, and no balance changes until it is posted.
 *
 * Fails: NOT_FOUND, WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED, REVERSED_BEFORE, STALE_VERSION.
 */
export async function reverseLedgerRun(ports: LedgerRunPorts, reversal: LedgerReversal): Outcome {
  const found = await held(ports, reversal, (head) => decideLedgerRunReversal(head, reversal.runDate));
  if (found.isErr()) return err(found.error);
  const { head } = found.value;
  const { request, input } = await ports.inputsOf(head.id);
  const id = ports.newId();
  await ports.keep(
    {
      id,
      name: reversal.name?.trim() || `Reversal of ${head.name}`.slice(0, 200),
      description: reversal.description ?? null,
      request: { ...request, runDate: reversal.runDate },
      input,
      engineVersion: head.engineVersion,
      currencyId: null,
      lines: reversedLines(await ports.linesOf(head.id), ports.newId),
      reversesId: head.id,
    },
    undefined,
  );
  return ok(id);
}

/** Deletes a draft. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION. */
export async function deleteLedgerRun(ports: LedgerRunPorts, { id, rowVersion }: LedgerStep): Outcome {
  const head = await ports.hold(id);
  if (!head) return missing();
  const stale = typeof rowVersion === 'number' ? await ports.stale(head, rowVersion) : undefined;
  if (stale) return err([stale]);
  const decision = decideMove(head, 'deleteLedgerRun');
  if (decision.isErr()) return err(decision.error);
  await ports.remove(head);
  return ok(id);
}
