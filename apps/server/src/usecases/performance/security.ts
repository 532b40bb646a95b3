import { filterHoldings } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { insertRows } from '@carrara/adapters/postgres/performance/ledger/storeLedger';
import { loadVehicle, type StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { databaseFailure } from '@carrara/adapters/postgres/engine/database/failures';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { referenceCode, referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import { type CalendarDate, decimal, err, ok } from '@carrara/domain/kernel';
import { earliestDate, isLate } from '@carrara/domain/performance/ledger';
import {
  decideSecurity,
  decideValuations,
  type StoredValuation,
  type ValuationToSave,
} from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../../core/operations.ts';
import { type LedgerWrite, vehicleNotFound, type PostingResult, postToVehicle } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';

interface Security {
  readonly holdingId: string;
  readonly class: 'DEBT' | 'EQUITY';
  readonly name: string;
  readonly typeId: string | null;
}

/** Types of securities by class. */
const typesOf = { DEBT: 'debt-type', EQUITY: 'equity-type' } as const;

/** Saves a security of a vehicle's holding. Fails: NOT_FOUND, DUPLICATE. */
export async function saveSecurity(
  tx: Transaction,
  vehicleId: string,
  security: Security,
): Outcome<Security & { id: string }> {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined) return err(vehicleNotFound());
  const { holdingId, typeId } = security;
  const facts = {
    isHolding: (await filterHoldings(tx, vehicle.id, [holdingId])).has(holdingId),
    isType: typeId === null || (await referenceCode(tx, typesOf[security.class], typeId)) !== undefined,
  };

  const wrong = decideSecurity(security, facts);
  if (wrong.length > 0) return err(wrong);

  const row = {
    id: newId(),
    vehicle_id: vehicle.id,
    holding_id: holdingId,
    class: security.class,
    type_id: typeId,
    name: security.name,
  };
  try {
    await insertRows(tx, 'security', await tx.nextSeq(), [row]);
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure) return err([failure]);
    throw error;
  }
  tx.record({
    operation: 'saveSecurity',
    objectType: 'security',
    objectId: row.id,
    objectName: row.name,
    containerId: vehicle.id,
    before: null,
    after: row,
  });
  return ok({ id: row.id, ...security });
}

interface SavedValuation {
  readonly id: string;
  readonly bookedPeriod: CalendarDate;
  readonly isLate: boolean;
}
type Context = Pick<RequestContext, 'tx' | 'today'>;

/** Saves valuations of a vehicle's securities, all or none. Fails: NOT_FOUND and the failures of `decideValuations`. */
export const saveValuations = (
  context: Context,
  vehicleId: string,
  valuations: readonly ValuationToSave[],
  warningsConfirmed: boolean,
): Outcome<SavedValuation[]> =>
  postToVehicle(context.tx, vehicleId, writeValuations(context, valuations, warningsConfirmed));

/** Returns the same as a write, to be stored with others. */
const writeValuations =
  (
    { tx, today }: Context,
    valuations: readonly ValuationToSave[],
    warningsConfirmed: boolean,
  ): LedgerWrite<SavedValuation[]> =>
  async (ledger, { id: vehicleId }) => {
    const methods = new Set(
      valuations.some(({ methodId }) => methodId !== null)
        ? (await referenceEntries(tx, 'valuation-method', { includeInactive: true })).map(({ id }) => id)
        : [],
    );
    const decided = decideValuations(valuations, ledger, { methods, today }, { newId, warningsConfirmed });
    return decided.map((storedValuations) => postedValuations(vehicleId, ledger, storedValuations));
  };

/** Returns the result of posting valuations. */
function postedValuations(
  vehicleId: string,
  ledger: StoredLedger,
  valuations: readonly StoredValuation[],
): PostingResult<SavedValuation[]> {
  const rows = valuations.map(({ id, securityId, date, booked, fairValue, methodId, description }, position) => ({
    id,
    vehicle_id: vehicleId,
    security_id: securityId,
    valuation_date: date,
    booked,
    fair_value: fairValue,
    method_id: methodId,
    description,
    position,
  }));
  return {
    ledger: {
      ...ledger,
      valuations: [
        ...ledger.valuations,
        ...valuations.map(({ id, securityId, date, booked, fairValue }, i) => ({
          id,
          securityId,
          date,
          booked,
          fairValue: fairValue === null ? null : decimal(fairValue),
          seq: ledger.valuations.length + 1 + i,
        })),
      ],
    },
    from: earliestDate(valuations.map(({ booked }) => booked)),
    rows: [['valuation', rows]],
    changes: rows.map((row) => ({
      operation: 'saveValuations',
      objectType: 'valuation',
      objectId: row.id,
      objectName: row.valuation_date,
      containerId: vehicleId,
      before: null,
      after: row,
      reason: row.description,
    })),
    answer: valuations.map(({ id, date, booked }) => ({ id, bookedPeriod: booked, isLate: isLate(date, booked) })),
  };
}
