import {
  calendarDate,
  type Decimal,
  err,
  fail,
  type Failures,
  ok,
  type Result,
  displayedDate,
  zero,
} from '../../kernel/index.ts';
import { type AccountEntry, type EscrowEntry, leastFrom, paidAccounts } from '../ledger/index.ts';
import type { LedgerInput } from './computeLedgerRun.ts';
import type { LedgerRunRequest } from './ledgerLine.ts';

/** The recorded facts about the participants and sources that a run names. */
export interface LedgerFacts {
  readonly participants: ReadonlyMap<string, { readonly name: string; readonly isEntity: boolean }>;
  readonly sources: ReadonlyMap<string, { readonly name: string; readonly currencyId: string | null }>;
  /** All entries at these sources of the participants that the run names, or of all participants. */
  readonly entries: readonly AccountEntry[];
  readonly escrow: readonly EscrowEntry[];
}

/**
 * Collects the inputs of a run.
 *
 * Source: docs/calculations/account-entries.md; decision 0015.
 * Fails:  PARTICIPANT_UNKNOWN, SOURCE_UNKNOWN, MIXED_CURRENCIES, ENTITY_HAS_NO_ACCOUNT, ALREADY_OPENED.
 */
export function ledgerInput(request: LedgerRunRequest, facts: LedgerFacts): Result<LedgerInput, Failures> {
  const failures = request.lines.flatMap((line, at) => [
    ...referenceFailures(line, at, facts),
    ...alreadyOpened(request, line, at, facts),
  ]);
  const currencies = new Set(request.lines.map(({ sourceId }) => facts.sources.get(sourceId)?.currencyId ?? null));
  if (currencies.size > 1)
    failures.push(fail('MIXED_CURRENCIES', ['lines'], 'All sources of a run must have the same currency.'));
  if (failures.length > 0) return err(failures);
  const date = calendarDate(request.runDate);
  return ok({ escrowAccounts: leastFrom(facts.escrow, date), paid: paidAccounts(facts.entries, facts.escrow, date) });
}

type Line = LedgerRunRequest['lines'][number];

function referenceFailures(line: Line, at: number, facts: LedgerFacts): Failures[number][] {
  const { participantId, sourceId } = line;
  const found: Failures[number][] = [];
  if (!facts.sources.has(sourceId))
    found.push(fail('SOURCE_UNKNOWN', ['lines', at, 'source'], 'There is no such source.'));
  if (participantId === null) return found;
  const participant = facts.participants.get(participantId);
  if (!participant)
    found.push(fail('PARTICIPANT_UNKNOWN', ['lines', at, 'participant'], 'There is no such participant.'));
  else if (participant.isEntity) {
    const text = `${participant.name} is an entity and has no account of its own. Choose the person or trust behind it.`;
    found.push(fail('ENTITY_HAS_NO_ACCOUNT', ['lines', at, 'participant'], text));
  }
  return found;
}

/**
 * Checks that an account isn't opened twice. The opening balance covers everything up to its date, so an account with earlier entries would count
 * them twice. So would an account with an opening on a later date.
 */
function alreadyOpened(request: LedgerRunRequest, line: Line, at: number, facts: LedgerFacts): Failures[number][] {
  if (request.type !== 'OPENING' || line.participantId === null) return [];
  const own = [...facts.entries, ...facts.escrow].filter(
    ({ participantId, sourceId }) => participantId === line.participantId && sourceId === line.sourceId,
  );
  const name = facts.participants.get(line.participantId)?.name ?? '';
  const source = facts.sources.get(line.sourceId)?.name ?? '';
  const refused = (text: string) => [
    fail(
      'ALREADY_OPENED',
      ['lines', at, 'participant'],
      `${text}. An account can be opened only once, before its other entries.`,
    ),
  ];
  if (!isUndone(own.filter(({ date }) => date <= request.runDate)))
    return refused(`${name} already has entries at ${source} on or before ${displayedDate(request.runDate)}`);
  const openings = own.filter(({ kind }) => isOpening(kind));
  const [first] = openings;
  return first && !isUndone(openings)
    ? refused(`${name} is already opened at ${source} on ${displayedDate(first.date)}`)
    : [];
}

const isOpening = (kind: string) => kind.startsWith('opening');

/** Returns true if the entries cancel out. An account whose opening was reversed may be opened again. */
function isUndone(entries: readonly (AccountEntry | EscrowEntry)[]): boolean {
  const sums = new Map<string, Decimal>();
  for (const { kind, amount } of entries) sums.set(kind, (sums.get(kind) ?? zero).plus(amount));
  return [...sums].every(([kind, sum]) => isOpening(kind) && sum.isZero());
}
