import { err, fail, type Failures, ok, type Result } from '../../kernel/index.ts';
import type { Posting } from '../ledger/index.ts';
import { type Json, type StoredInputs, reversalName, runInputToJson, sameJson } from '../run/index.ts';
import { computeLedgerRun, type LedgerInput, openingFailures } from './computeLedgerRun.ts';
import type { LedgerRunState } from './decisions.ts';
import { LEDGER_ENGINE_VERSION } from './engineVersions.ts';
import { type LedgerFacts, ledgerInput } from './ledgerFacts.ts';
import { type LedgerLine, type LedgerRunRequest, type LedgerRunType, reversedLines } from './ledgerLine.ts';

/** The inputs that a ledger run was computed from. */
export type StoredLedgerRun = StoredInputs<LedgerRunRequest, Json<LedgerInput>>;

export type LedgerPosting = Posting<{ readonly lineId: string }>;

/** A stored ledger run without its rows. */
export interface LedgerRunHead extends LedgerRunState {
  readonly rowVersion: number;
  readonly type: LedgerRunType;
  readonly name: string;
  readonly description: string | null;
  readonly engineVersion: string;
  readonly reversesId: string | null;
}

/** The fields of a ledger run that people fill in, apart from its rows. */
export interface LedgerRunFields {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly reason?: string | null | undefined;
}

/** A computed draft, ready to store. */
export interface LedgerRunToStore extends StoredLedgerRun, LedgerRunFields {
  readonly engineVersion: string;
  /** Null for a reversal, which has the currency of the run it reverses. */
  readonly currencyId: string | null;
  readonly lines: readonly LedgerLine[];
  readonly reversesId?: string | undefined;
}

export interface ComputedLedgerRun {
  readonly request: LedgerRunRequest;
  readonly lines: readonly Omit<LedgerLine, 'id'>[];
  readonly input: LedgerInput;
  readonly currencyId: string | null;
}

/**
 * Computes the rows of a request from the current records. Fails: those of `ledgerInput` and `computeLedgerRun`. For an opening, both are reported
 * together.
 */
export const computeFromRecords = (
  request: LedgerRunRequest,
  facts: LedgerFacts,
): Result<ComputedLedgerRun, Failures> =>
  ledgerInput(request, facts)
    .mapErr((failures): Failures => [...failures, ...openingFailures(request)])
    .andThen((input) =>
      computeLedgerRun(request, input).map((lines): ComputedLedgerRun => {
        const currencyId = facts.sources.get(request.lines[0]?.sourceId ?? '')?.currencyId ?? null;
        return { request, lines, input: usedOf(request, input, lines), currencyId };
      }),
    );

/** Returns only the facts that the rows use. Other accounts of a source aren't stored with the run. */
function usedOf(
  { type }: LedgerRunRequest,
  { escrowAccounts, paid }: LedgerInput,
  lines: ComputedLedgerRun['lines'],
): LedgerInput {
  const reached = new Set(lines.map(({ participantId, sourceId }) => `${participantId} ${sourceId}`));
  const ofRun = (accounts: LedgerInput['escrowAccounts']) =>
    accounts.filter(({ participantId, sourceId }) => reached.has(`${participantId} ${sourceId}`));
  return {
    escrowAccounts: type === 'OPENING' ? [] : ofRun(escrowAccounts),
    paid: type === 'CLAWBACK' ? ofRun(paid) : [],
  };
}

/** Returns the draft to store. */
export const ledgerRunDraft = (
  { request, lines, input, currencyId }: ComputedLedgerRun,
  fields: LedgerRunFields,
  newId: () => string,
): LedgerRunToStore => ({
  ...fields,
  request,
  currencyId,
  input: runInputToJson(input),
  engineVersion: LEDGER_ENGINE_VERSION,
  lines: lines.map((line) => ({ id: newId(), ...line })),
});

/** Checks that a stored run still matches the current records. Fails: INPUTS_CHANGED. */
export function decideUnchanged(stored: StoredLedgerRun, { input }: ComputedLedgerRun): Result<void, Failures> {
  if (sameJson(runInputToJson(input), stored.input)) return ok();
  const text = 'The accounts have changed since this draft was saved. Save it again and review its figures.';
  return err([fail('INPUTS_CHANGED', ['lines'], text)]);
}

export interface LedgerReversal {
  readonly runDate: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Returns the draft that reverses a posted run. Nothing is recomputed, and no balance changes until it is posted. */
export const ledgerRunReversal = (
  head: LedgerRunHead,
  { request, input, lines }: StoredLedgerRun & { readonly lines: readonly LedgerLine[] },
  { runDate, name, description }: LedgerReversal,
  newId: () => string,
): LedgerRunToStore => ({
  id: newId(),
  name: reversalName(name, head.name),
  description: description ?? null,
  request: { ...request, runDate },
  input,
  engineVersion: head.engineVersion,
  currencyId: null,
  lines: reversedLines(lines, newId),
  reversesId: head.id,
});
