import { allocate } from '../../kernel/apportionment/index.ts';
import {
  calendarDate,
  type Decimal,
  decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  figure,
  moneyText,
  ok,
  type Path,
  type Recorder,
  type Result,
  spokenMoney,
  zero,
  zip,
} from '../../kernel/index.ts';
import { type AccountKey, accountKey, type EscrowAccount, releaseFromEscrow } from '../ledger/index.ts';
import type { RequestedLine, LedgerLine, LedgerRunRequest, LineFigures } from './ledgerLine.ts';

/** Carry that was paid from an account and not clawed back yet. */
type PaidCarry = EscrowAccount;

/** The ledger facts about a run's accounts on its date, stored with the run. */
export interface LedgerInput {
  /** The lowest escrow balance of each account from the date on, so that later balances also cover the amount used. */
  readonly escrowAccounts: readonly EscrowAccount[];
  readonly paid: readonly PaidCarry[];
}

type Row = Omit<LedgerLine, 'id'>;

const restFormula = defineFormula({
  id: 'clawback.fromAccount',
  text: 'from the account = requested - from escrow',
  inputs: { requested: 'money', fromEscrow: 'money' },
  result: 'money',
  source: 'docs/calculations/account-entries.md',
});

const restPartFormula = defineFormula({
  id: 'clawback.fromAccount.part',
  text: 'part = from the account x paid / paid in all',
  inputs: { fromAccount: 'money', paid: 'money', paidInAll: 'money' },
  result: 'money',
  rounding: 'largest remainder, to cents',
  source: 'docs/calculations/allocation.md, docs/calculations/account-entries.md',
});

const nothing: LineFigures = { accrued: '0.00', distributed: '0.00', escrow: '0.00', clawback: '0.00' };

/**
 * Computes the rows of a ledger run.
 *
 *     opening:  as given
 *     release:  min(requested, held), split over the accounts by the amount each holds; everything held if no amount is requested
 *     clawback: first from escrow, split by path like a release; the rest from the account, split by the amount paid on each path
 *
 * Explanations of a requested row are recorded under `['lines', its position]`: `used` and its `parts` for the escrow, then `rest` and `accounts` for
 * the remainder. `parts` and `accounts` follow the order of the resulting rows.
 *
 * Units:  money in major units.
 * Source: docs/calculations/allocation.md, docs/calculations/account-entries.md.
 * Fails:  NO_SOURCE, PARTICIPANT_DUPLICATE, AMOUNT_MISSING, MONEY_SCALE, NEGATIVE_AMOUNT, ESCROW_ABOVE_DISTRIBUTED, NO_ESCROW,
 *         CLAWBACK_ABOVE_PAID.
 */
export function computeLedgerRun(
  request: LedgerRunRequest,
  input: LedgerInput,
  explain?: Recorder,
): Result<readonly Row[], Failures> {
  const failures = [...duplicates(request.lines)];
  if (request.lines.length === 0) failures.push(fail('NO_SOURCE', ['lines'], 'At least one row is needed.'));
  const rows: Row[] = [];
  for (const [at, line] of request.lines.entries()) {
    const found = lineOf[request.type](line, input, request, ['lines', at], explain?.within(['lines', at]));
    if (found.isErr()) failures.push(...found.error);
    else rows.push(...found.value);
  }
  return failures.length > 0 ? err(failures) : ok(rows);
}

/** Returns the failures of an opening's rows. They don't depend on the ledger. */
export function openingFailures(request: LedgerRunRequest): Failures {
  if (request.type !== 'OPENING') return [];
  const computed = computeLedgerRun(request, { escrowAccounts: [], paid: [] });
  return computed.isErr() ? computed.error : [];
}

/** Finds rows that would count twice: repeated rows, or a release of a whole source combined with one for a single participant. */
function duplicates(lines: readonly RequestedLine[]): Failures[number][] {
  return lines.flatMap(({ participantId, sourceId }, at) => {
    const isTwice = lines.some(
      (other, index) =>
        index < at &&
        other.sourceId === sourceId &&
        (other.participantId === participantId || other.participantId === null || participantId === null),
    );
    if (!isTwice) return [];
    return [
      fail('PARTICIPANT_DUPLICATE', ['lines', at, 'participant'], 'This row repeats another one. Remove one of them.'),
    ];
  });
}

type LineRule = (
  line: RequestedLine,
  input: LedgerInput,
  request: LedgerRunRequest,
  path: Path,
  explain: Recorder | undefined,
) => Result<readonly Row[], Failures>;

const lineOf: Readonly<Record<LedgerRunRequest['type'], LineRule>> = {
  OPENING: openingOf,
  RELEASE: releaseOf,
  CLAWBACK: clawbackOf,
};

/** Reads an amount; undefined if it is blank. */
function amountAt(text: string | null | undefined, path: Path, title: string): Result<Decimal | undefined, Failures> {
  if (text === null || text === undefined || text === '') return ok(undefined);
  const amount = decimal(text);
  if (amount.decimalPlaces() > 2) return err([fail('MONEY_SCALE', path, `${title} can have at most 2 decimals.`)]);
  if (amount.lt(0)) return err([fail('NEGATIVE_AMOUNT', path, `${title} can’t be negative.`)]);
  return ok(amount);
}
const missingAmount = (path: Path, title: string) => err([fail('AMOUNT_MISSING', path, `${title} is required.`)]);
const noParticipant = (path: Path) =>
  err([fail('PARTICIPANT_UNKNOWN', [...path, 'participant'], 'Choose the participant of the account.')]);

function openingOf(
  line: RequestedLine,
  _input: LedgerInput,
  _request: LedgerRunRequest,
  path: Path,
): ReturnType<LineRule> {
  const { participantId, sourceId } = line;
  if (participantId === null) return noParticipant(path);
  const accrued = amountAt(line.accrued, [...path, 'accrued'], 'Accrued');
  const distributed = amountAt(line.distributed, [...path, 'distributed'], 'Distributed');
  const escrow = amountAt(line.escrow, [...path, 'escrow'], 'Escrow held');
  const wrong = [accrued, distributed, escrow].flatMap((result) => (result.isErr() ? result.error : []));
  if (accrued.isErr() || distributed.isErr() || escrow.isErr()) return err(wrong);
  if (accrued.value === undefined) return missingAmount([...path, 'accrued'], 'Accrued');
  const [paid, withheld] = [distributed.value ?? zero, escrow.value ?? zero];
  if (withheld.gt(paid)) {
    const text = `Escrow (${spokenMoney(withheld)}) can’t be more than the distributed amount (${spokenMoney(paid)}).`;
    return err([fail('ESCROW_ABOVE_DISTRIBUTED', [...path, 'escrow'], text)]);
  }
  const figures = { accrued: moneyText(accrued.value), distributed: moneyText(paid), escrow: moneyText(withheld) };
  return ok([{ participantId, sourceId, via: [], escrowBefore: null, ...nothing, ...figures }]);
}

const ofLine =
  ({ participantId, sourceId }: RequestedLine) =>
  (account: AccountKey) =>
    account.sourceId === sourceId && (participantId === null || account.participantId === participantId);

/** Returns the rows of the escrow that is used, with their total. */
function escrowRows(
  accounts: readonly EscrowAccount[],
  requested: Decimal,
  request: LedgerRunRequest,
  explain?: Recorder,
) {
  const date = calendarDate(request.runDate);
  const kind = request.type === 'RELEASE' ? 'released' : 'appliedToClawback';
  return releaseFromEscrow(accounts, { requested, date, kind }, explain).map(({ used, entries }) => ({
    used,
    rows: entries.map(({ participantId, sourceId, via, amount }): Row => {
      const key = accountKey({ participantId, sourceId, via });
      const before = accounts.find((account) => accountKey(account) === key)?.balance ?? zero;
      return {
        participantId,
        sourceId,
        via,
        escrowBefore: moneyText(before),
        ...nothing,
        escrow: moneyText(amount.negated()),
      };
    }),
  }));
}

const sumOf = (accounts: readonly EscrowAccount[]) =>
  accounts.reduce((sum: Decimal, { balance }) => (balance.gt(0) ? sum.plus(balance) : sum), zero);

function releaseOf(
  line: RequestedLine,
  input: LedgerInput,
  request: LedgerRunRequest,
  path: Path,
  explain: Recorder | undefined,
): ReturnType<LineRule> {
  const requested = amountAt(line.requestedAmount, [...path, 'requestedAmount'], 'Amount');
  if (requested.isErr()) return err(requested.error);
  if (requested.value?.isZero())
    return err([
      fail(
        'AMOUNT_MISSING',
        [...path, 'requestedAmount'],
        'Enter an amount above zero, or leave it blank to release all escrow.',
      ),
    ]);
  const accounts = input.escrowAccounts.filter(ofLine(line));
  const escrowTotal = sumOf(accounts);
  if (escrowTotal.isZero())
    return err([
      fail(
        'NO_ESCROW',
        [...path, 'source'],
        'No escrow is available there on this date. Choose another source or date.',
      ),
    ]);
  return escrowRows(accounts, requested.value ?? escrowTotal, request, explain).map(({ rows }) => rows);
}

function clawbackOf(
  line: RequestedLine,
  input: LedgerInput,
  request: LedgerRunRequest,
  path: Path,
  explain: Recorder | undefined,
): ReturnType<LineRule> {
  const { participantId, sourceId } = line;
  if (participantId === null) return noParticipant(path);
  const requested = amountAt(line.requestedAmount, [...path, 'requestedAmount'], 'Amount');
  if (requested.isErr()) return err(requested.error);
  if (requested.value === undefined || requested.value.isZero())
    return missingAmount([...path, 'requestedAmount'], 'Amount');
  const amount = requested.value;
  const paid = input.paid.filter(ofLine(line)).filter(({ balance }) => balance.gt(0));
  const most = sumOf(paid);
  if (amount.gt(most)) {
    const text = `Enter at most ${spokenMoney(most)}, the amount paid and not yet clawed back, instead of ${spokenMoney(amount)}.`;
    return err([fail('CLAWBACK_ABOVE_PAID', [...path, 'requestedAmount'], text)]);
  }
  return escrowRows(input.escrowAccounts.filter(ofLine(line)), amount, request, explain).andThen(({ used, rows }) => {
    const rest = amount.minus(used);
    if (rest.isZero()) return ok(rows);
    // Without escrow there is nothing to explain.
    const fromEscrow = used.isZero() ? used : figure(['used'], used);
    explain?.record(['rest'], restFormula, { requested: amount, fromEscrow }, rest);
    return allocate(
      rest,
      paid.map(({ balance }) => balance),
    ).map((parts) => {
      const rowParts = zip(paid, parts).filter(([, part]) => !part.isZero());
      return [
        ...rows,
        ...rowParts.map(([{ balance, via }, part], at): Row => {
          const inputs = { fromAccount: figure(['rest'], rest), paid: balance, paidInAll: most };
          explain?.record(['accounts', at], restPartFormula, inputs, part);
          return { participantId, sourceId, via, escrowBefore: null, ...nothing, clawback: moneyText(part) };
        }),
      ];
    });
  });
}
