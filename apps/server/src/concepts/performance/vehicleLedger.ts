import {
  type EntryRow,
  insertRows,
  isHoldingOf,
  investorNamed,
  ledgerEntryList,
  loadEntry,
  loadLedger,
  loadVehicle,
  noticesOf,
  securitiesOf,
  type StoredLedger,
  valuationsOf,
} from '@carrara/adapters/postgres/performance/ledger';
import { failureOf } from '@carrara/adapters/postgres/engine/database';
import type { GivenEntry, vehicleLedgerEndpoints } from '@carrara/contract/performance/vehicleLedger';
import {
  type CalendarDate,
  calendarDate,
  type Decimal,
  decimal,
  err,
  type Failure,
  type Failures,
  fail,
  moneyText,
  ok,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import {
  type AskedEntry,
  bookedQuarter,
  commitmentEventKinds,
  commitmentsOn,
  type EntryType,
  entryTypeRule,
  eventFailures,
  type LedgerEntry,
  type Posting,
  postEntry,
  quarterEnd,
  reverseEntry,
  unfundedOn,
} from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { mappedList } from '../../mappedList.ts';
import type { Operations } from '../../operations.ts';
import { periodOperations } from './period.ts';
import { noVehicle, postToVehicle } from './postToVehicle.ts';

const textOrNull = (amount: Decimal | null) => (amount === null ? null : moneyText(amount));
const isLate = (day: CalendarDate, booked: CalendarDate) => booked > quarterEnd(day);
const earliest = (days: readonly CalendarDate[]) => days.reduce((first, day) => (day < first ? day : first));
const dayOrNull = (text: string | null | undefined) => (text == null ? null : calendarDate(text));

const told = (type: string, effectiveDate: string, bookedPeriod: string) => {
  const rule = entryTypeRule(type as EntryType);
  return {
    typeTitle: rule.title,
    category: rule.category,
    isLate: isLate(calendarDate(effectiveDate), calendarDate(bookedPeriod)),
  };
};

const asked = (given: GivenEntry): AskedEntry => {
  const type = given.type as EntryType;
  return {
    type,
    amount: decimal(given.amount),
    effective: calendarDate(given.effectiveDate),
    key: given.allocationKey ?? entryTypeRule(type).key,
    holdingId: given.holdingId ?? null,
    securityId: given.securityId ?? null,
    noticeId: given.noticeId ?? null,
    costRelieved: given.costRelieved == null ? null : decimal(given.costRelieved),
    isRecallable: given.isRecallable,
    isOutside: given.isOutside,
    settledOn: dayOrNull(given.settledOn),
    given: given.shares.map(({ commitmentId, amount, unfunded }) => ({
      commitmentId,
      amount: decimal(amount),
      unfunded: unfunded == null ? null : decimal(unfunded),
    })),
  };
};

const rowOf = (entry: LedgerEntry, description: string | null) => ({
  id: entry.id,
  type: entry.type,
  amount: moneyText(entry.amount),
  effective_date: entry.effective,
  booked: entry.booked,
  allocation_key: entry.key,
  holding_id: entry.holdingId,
  security_id: entry.securityId,
  notice_id: entry.noticeId,
  cost_relieved: textOrNull(entry.costRelieved),
  is_recallable: entry.isRecallable,
  is_outside: entry.isOutside,
  settled_on: entry.settledOn,
  reverses_id: entry.reversalOf,
  description,
});
const shareRows = (vehicleId: string, { id, shares }: LedgerEntry) =>
  shares.map((share) => ({
    entry_id: id,
    commitment_id: share.commitmentId,
    vehicle_id: vehicleId,
    is_mirror: share.isMirror,
    amount: moneyText(share.amount),
    cost: moneyText(share.cost),
    unfunded: moneyText(share.unfunded),
  }));

/** What the trail says of an entry: all of it in words, its shares by commitment. */
const changeOf = (operation: string, vehicleId: string, entry: LedgerEntry, reason: string | null) => ({
  operation,
  objectType: 'ledgerEntry',
  objectId: entry.id,
  objectName: `${entryTypeRule(entry.type).title} ${entry.effective}`,
  containerId: vehicleId,
  before: null,
  after: {
    ...rowOf(entry, reason),
    shares: entry.shares.map((share) => ({ commitmentId: share.commitmentId, amount: moneyText(share.amount) })),
  },
  reason,
});

interface Kept {
  readonly entry: LedgerEntry;
  readonly description: string | null;
}

function posted(
  operation: string,
  vehicleId: string,
  ledger: StoredLedger,
  kept: readonly Kept[],
  { tx }: Writing,
  reason: string | null = null,
) {
  return {
    ledger: { ...ledger, entries: [...ledger.entries, ...kept.map(({ entry }) => entry)] },
    from: earliest(kept.map(({ entry }) => entry.booked)),
    store: async (seq: number) => {
      const rows = kept.map(({ entry, description }) => ({ ...rowOf(entry, description), vehicle_id: vehicleId }));
      await insertRows(tx, 'ledger_entry', seq, rows);
      await insertRows(
        tx,
        'ledger_share',
        seq,
        kept.flatMap(({ entry }) => shareRows(vehicleId, entry)),
      );
    },
    changes: kept.map(({ entry, description }) => changeOf(operation, vehicleId, entry, reason ?? description)),
    answer: kept.map(({ entry }) => ({
      id: entry.id,
      bookedPeriod: entry.booked,
      isLate: isLate(entry.effective, entry.booked),
    })),
  };
}
type Writing = Parameters<Operations<typeof vehicleLedgerEndpoints>['saveNotice']>[0];

const at = (field: string, i: number, failures: Failures): Failures =>
  failures.map((one) => ({ ...one, path: [field, i, ...one.path] }));

/** What an entry names has to be the vehicle's own. */
function strangers(
  entry: AskedEntry,
  ledger: StoredLedger,
  notices: readonly { readonly id: string; readonly kind: string }[],
): Failures {
  const failures: Failure[] = [];
  const security = ledger.securities.find(({ id }) => id === entry.securityId);
  if (entry.securityId !== null && security === undefined) failures.push(unknown('securityId', 'security'));
  if (security !== undefined && entry.holdingId !== null && security.holdingId !== entry.holdingId) {
    failures.push(fail('NOT_FOUND', ['securityId'], 'The security belongs to another investment.'));
  }
  const notice = notices.find(({ id }) => id === entry.noticeId);
  if (entry.noticeId !== null && notice?.kind !== entryTypeRule(entry.type).notice)
    failures.push(unknown('noticeId', 'such notice'));
  return failures;
}
const unknown = (field: string, what: string) => fail('NOT_FOUND', [field], `The vehicle has no ${what}.`);

export const vehicleLedgerOperations: Operations<typeof vehicleLedgerEndpoints> = {
  ...periodOperations,

  async listCommitments({ tx, today }, { query }) {
    const vehicle = await loadVehicle(tx, query.vehicleId);
    if (vehicle === undefined) return err(noVehicle(query.vehicleId));
    const ledger = await loadLedger(tx, vehicle);
    const states = commitmentsOn(ledger.commitments, ledger.events, today);
    return ok(
      states.map((state) => {
        const stored = ledger.commitments.find(({ id }) => id === state.id)!;
        return {
          id: state.id,
          investor: { id: stored.investorId, code: stored.investorCode, name: stored.investorName },
          isGp: state.isGp,
          amount: moneyText(state.amount),
          unfunded: moneyText(unfundedOn(ledger, state.id, today)),
          paysFee: state.paysFee,
          paysCarry: state.paysCarry,
          events: ledger.events
            .filter(({ commitmentId }) => commitmentId === state.id)
            .map(({ id, kind, date, booked, amount, paysFee, paysCarry, holdingId, description }) => ({
              id,
              kind,
              date,
              bookedPeriod: booked,
              amount: moneyText(amount),
              paysFee,
              paysCarry,
              holdingId,
              description,
            })),
        };
      }),
    );
  },

  async saveCommitment({ tx }, { body }) {
    const { vehicleId, investorId, kind } = body;
    const wrong = eventFieldFailures(body);
    const investor = await investorNamed(tx, investorId);
    if (investor === undefined) wrong.push(fail('NOT_FOUND', ['investorId'], 'There is no such investor.'));
    if (body.holdingId != null && !(await isHoldingOf(tx, vehicleId, body.holdingId)))
      wrong.push(unknown('holdingId', 'such investment'));
    if (investor === undefined || wrong.length > 0) return err(wrong);
    return postToVehicle(tx, vehicleId, (ledger) => {
      const known = ledger.commitments.find((one) => one.investorId === investorId);
      if (known === undefined && kind !== 'CLOSE' && kind !== 'TRANSFER_IN') {
        return err([fail('COMMITMENT_UNKNOWN', ['investorId'], 'This investor has no commitment to the vehicle yet.')]);
      }
      const date = calendarDate(body.date);
      const booked = bookedQuarter(date, ledger.locked, dayOrNull(body.bookedPeriod));
      if (booked.isErr()) return err(booked.error);
      const commitmentId = known?.id ?? newId();
      const event = {
        id: newId(),
        commitmentId,
        kind,
        date,
        booked: booked.value,
        amount: decimal(body.amount ?? '0'),
        paysFee: body.paysFee ?? null,
        paysCarry: body.paysCarry ?? null,
        holdingId: body.holdingId ?? null,
        description: body.description ?? null,
        seq: Number.MAX_SAFE_INTEGER,
      };
      const refused = eventFailures(event, ledger);
      if (refused.length > 0) return err(refused);
      const made = known === undefined ? { id: commitmentId, investorId, ...investor } : undefined;
      const row = {
        id: event.id,
        commitment_id: commitmentId,
        kind,
        event_date: date,
        booked: event.booked,
        amount: moneyText(event.amount),
        pays_fee: event.paysFee,
        pays_carry: event.paysCarry,
        holding_id: event.holdingId,
        description: event.description,
      };
      return ok({
        ledger: {
          ...ledger,
          commitments: made === undefined ? ledger.commitments : [...ledger.commitments, made],
          events: [...ledger.events, event],
        },
        from: event.booked,
        store: async (seq: number) => {
          if (made !== undefined) {
            await insertRows(tx, 'commitment', seq, [
              { id: commitmentId, vehicle_id: vehicleId, investor_id: investorId },
            ]);
          }
          await insertRows(tx, 'commitment_event', seq, [row]);
        },
        changes: [
          {
            operation: 'saveCommitment',
            objectType: 'commitment',
            objectId: commitmentId,
            objectName: `${commitmentEventKinds[kind].title} ${date}`,
            containerId: vehicleId,
            before: null,
            after: row,
            reason: event.description,
          },
        ],
        answer: { id: event.id, commitmentId, bookedPeriod: event.booked, isLate: isLate(date, event.booked) },
      });
    });
  },

  listNotices: async ({ tx }, { query }) => ok(await noticesOf(tx, query.vehicleId)),

  async saveNotice({ tx }, { body }) {
    if (body.dueDate < body.issueDate) {
      return err([fail('DATES_REVERSED', ['dueDate'], 'A notice is due on its issue date or later.')]);
    }
    const vehicle = await loadVehicle(tx, body.vehicleId, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(body.vehicleId));
    const [last] = await noticesOf(tx, vehicle.id);
    const { kind, issueDate, dueDate, description = null } = body;
    const answer = {
      id: newId(),
      kind,
      number: (last?.number ?? 0) + 1,
      issueDate,
      dueDate,
      description,
      amount: '0.00',
    };
    const row = {
      id: answer.id,
      vehicle_id: vehicle.id,
      kind,
      number: answer.number,
      issue_date: issueDate,
      due_date: dueDate,
      description,
    };
    await insertRows(tx, 'notice', await tx.nextSeq(), [row]);
    tx.record({
      operation: 'saveNotice',
      objectType: 'notice',
      objectId: answer.id,
      objectName: `${kind === 'CALL' ? 'Call' : 'Distribution'} ${String(answer.number)}`,
      containerId: vehicle.id,
      before: null,
      after: row,
    });
    return ok(answer);
  },

  listSecurities: async ({ tx }, { query }) => ok(await securitiesOf(tx, query.vehicleId)),

  async saveSecurity({ tx }, { body }) {
    const vehicle = await loadVehicle(tx, body.vehicleId, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(body.vehicleId));
    if (!(await isHoldingOf(tx, vehicle.id, body.holdingId))) return err([unknown('holdingId', 'such investment')]);
    const answer = {
      id: newId(),
      holdingId: body.holdingId,
      class: body.class,
      name: body.name,
      typeId: body.typeId ?? null,
    };
    const row = {
      id: answer.id,
      vehicle_id: vehicle.id,
      holding_id: body.holdingId,
      class: body.class,
      type_id: answer.typeId,
      name: body.name,
    };
    try {
      await insertRows(tx, 'security', await tx.nextSeq(), [row]);
    } catch (error) {
      const failure = failureOf(error);
      if (failure) return err([failure]);
      throw error;
    }
    tx.record({
      operation: 'saveSecurity',
      objectType: 'security',
      objectId: answer.id,
      objectName: body.name,
      containerId: vehicle.id,
      before: null,
      after: row,
    });
    return ok(answer);
  },

  listLedgerEntries: mappedList(
    ledgerEntryList,
    ({ vehicleId, type, noticeId }) => ({ vehicleId, type, noticeId }),
    (row: Omit<EntryRow, 'vehicleId' | 'shares'>) => ({
      ...row,
      ...told(row.type, row.effectiveDate, row.bookedPeriod),
    }),
  ),

  async getLedgerEntry({ tx }, { params }) {
    const found = await loadEntry(tx, params.id);
    if (found === undefined) return err([fail('NOT_FOUND', ['id'], `There is no entry ${params.id}.`)]);
    return ok({ ...found, ...told(found.type, found.effectiveDate, found.bookedPeriod) });
  },

  async saveLedgerEntries(context, { body }) {
    const { tx } = context;
    return postToVehicle(tx, body.vehicleId, async (ledger) => {
      const notices = body.entries.some(({ noticeId }) => noticeId != null) ? await noticesOf(tx, body.vehicleId) : [];
      const holdings = new Map<string, boolean>();
      const kept: Kept[] = [];
      const failures: Failure[] = [];
      for (const [i, given] of body.entries.entries()) {
        const entry = asked(given);
        const { holdingId } = entry;
        if (holdingId !== null && !holdings.has(holdingId))
          holdings.set(holdingId, await isHoldingOf(tx, body.vehicleId, holdingId));
        const wrong = [
          ...(holdingId !== null && holdings.get(holdingId) !== true ? [unknown('holdingId', 'such investment')] : []),
          ...strangers(entry, ledger, notices),
        ];
        const now = { ...ledger, entries: [...ledger.entries, ...kept.map((one) => one.entry)] };
        const posting: Result<Posting, Failures> =
          wrong.length > 0 ? err(wrong) : postEntry(entry, now, dayOrNull(given.bookedPeriod));
        if (posting.isErr()) failures.push(...at('entries', i, posting.error.map(onWire)));
        else kept.push({ entry: { ...posting.value, id: newId() }, description: given.description ?? null });
      }
      if (failures.length > 0) return err(failures);
      return ok(posted('saveLedgerEntries', body.vehicleId, ledger, kept, context));
    });
  },

  async reverseLedgerEntry(context, { params, body }) {
    const { tx } = context;
    const stored = await loadEntry(tx, params.id);
    if (stored === undefined) return err([fail('NOT_FOUND', ['id'], `There is no entry ${params.id}.`)]);
    const done = await postToVehicle(tx, stored.vehicleId, (ledger) => {
      const entry = ledger.entries.find(({ id }) => id === params.id)!;
      return reverseEntry(entry, ledger).map((posting) =>
        posted(
          'reverseLedgerEntry',
          stored.vehicleId,
          ledger,
          [{ entry: { ...posting, id: newId() }, description: body.reason }],
          context,
          body.reason,
        ),
      );
    });
    return done.map(([answer]) => answer!);
  },

  async listValuations({ tx }, { query }) {
    const rows = await valuationsOf(tx, query.vehicleId);
    return ok(rows.map((row) => ({ ...row, isLate: isLate(calendarDate(row.date), calendarDate(row.bookedPeriod)) })));
  },

  async saveValuations({ tx }, { body }) {
    return postToVehicle(tx, body.vehicleId, (ledger) => {
      const failures: Failure[] = [];
      const kept = body.valuations.flatMap((given, i) => {
        const date = calendarDate(given.date);
        const booked = bookedQuarter(date, ledger.locked, dayOrNull(given.bookedPeriod));
        const isTwice =
          body.valuations.findIndex((one) => one.securityId === given.securityId && one.date === given.date) < i;
        if (!ledger.securities.some(({ id }) => id === given.securityId)) {
          failures.push(...at('valuations', i, [unknown('securityId', 'such security')]));
        }
        if (isTwice)
          failures.push(
            ...at('valuations', i, [fail('GIVEN_TWICE', ['date'], 'This security has a value on this day already.')]),
          );
        if (booked.isErr()) failures.push(...at('valuations', i, booked.error));
        return booked.isErr() ? [] : [{ id: newId(), given, date, booked: booked.value, position: i }];
      });
      if (failures.length > 0) return err(failures);
      const rows = kept.map(({ id, given, date, booked, position }) => ({
        id,
        vehicle_id: body.vehicleId,
        security_id: given.securityId,
        valuation_date: date,
        booked,
        fair_value: given.fairValue,
        method_id: given.methodId ?? null,
        description: given.description ?? null,
        position,
      }));
      return ok({
        ledger: {
          ...ledger,
          valuations: [
            ...ledger.valuations,
            ...kept.map(({ given, date, booked }, i) => ({
              securityId: given.securityId,
              date,
              booked,
              fairValue: decimal(given.fairValue),
              seq: ledger.valuations.length + 1 + i,
            })),
          ],
        },
        from: earliest(kept.map(({ booked }) => booked)),
        store: (seq: number) => insertRows(tx, 'valuation', seq, rows),
        changes: rows.map((row) => ({
          operation: 'saveValuations',
          objectType: 'valuation',
          objectId: row.id,
          objectName: row.valuation_date,
          containerId: body.vehicleId,
          before: null,
          after: row,
          reason: row.description,
        })),
        answer: kept.map(({ id, date, booked }) => ({ id, bookedPeriod: booked, isLate: isLate(date, booked) })),
      });
    });
  },
};

/** Fields by the names that a call has for them. */
const wireFields: Readonly<Record<string, string>> = { effective: 'effectiveDate', key: 'allocationKey' };
const onWire = (failure: Failure): Failure => ({
  ...failure,
  path: failure.path.map((part) => (typeof part === 'string' ? (wireFields[part] ?? part) : part)),
});

function eventFieldFailures(body: {
  readonly kind: keyof typeof commitmentEventKinds;
  readonly amount?: string | null | undefined;
  readonly holdingId?: string | null | undefined;
}): Failure[] {
  const { title, sign } = commitmentEventKinds[body.kind];
  const amount = decimal(body.amount ?? '0');
  const isOfHolding = body.kind === 'EXCUSE' || body.kind === 'INCLUDE';
  const failures: Failure[] = [];
  if (sign === 0 && !amount.isZero()) failures.push(fail('FIELD_NOT_OF_TYPE', ['amount'], `${title} has no amount.`));
  if (sign !== 0 && body.kind !== 'CLOSE' && amount.isZero())
    failures.push(fail('AMOUNT_MISSING', ['amount'], `${title} needs an amount.`));
  if (amount.lt(zero))
    failures.push(
      fail(
        'NEGATIVE_AMOUNT',
        ['amount'],
        `${title} is entered above zero; a release or a transfer lowers a commitment.`,
      ),
    );
  if (isOfHolding && body.holdingId == null)
    failures.push(fail('REQUIRED', ['holdingId'], `${title} names the investment.`));
  if (!isOfHolding && body.holdingId != null)
    failures.push(fail('FIELD_NOT_OF_TYPE', ['holdingId'], `${title} names no investment.`));
  return failures;
}
