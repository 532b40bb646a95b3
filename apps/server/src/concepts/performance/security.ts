import {
  holdingsAmong,
  holdingsOf,
  insertRows,
  loadVehicle,
  securitiesOf,
  valuationsOf,
} from '@carrara/adapters/postgres/performance/ledger';
import { failureOf } from '@carrara/adapters/postgres/engine/database';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { referenceCode, referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import { type ReferenceType, referenceTypes } from '@carrara/contract/platform/referenceTypes';
import type { securityEndpoints } from '@carrara/contract/performance/security';
import { type CalendarDate, calendarDate, decimal, err, type Failure, fail, ok } from '@carrara/domain/kernel';
import { isLate, valuedQuarter } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import type { HandlerInputOf, Operations } from '../../operations.ts';
import { at, dayOrNull, earliest, notOfVehicle } from './ledgerInput.ts';
import { type Decide, noVehicle, postToVehicle } from './postToVehicle.ts';

/** Types of securities by class. */
const typesOf = { DEBT: 'debt-type', EQUITY: 'equity-type' } as const;
const notAmong = (field: string, type: ReferenceType) =>
  fail('NOT_FOUND', [field], `This isn’t one of the ${referenceTypes[type].toLowerCase()}.`);

const notOfType = async (tx: Transaction, field: string, type: ReferenceType, id: string | null | undefined) =>
  id == null || (await referenceCode(tx, type, id)) !== undefined ? [] : [notAmong(field, type)];

export const securityOperations: Operations<typeof securityEndpoints> = {
  listHoldings: async ({ tx }, { query }) => ok(await holdingsOf(tx, query.vehicleId)),
  listSecurities: async ({ tx }, { query }) => ok(await securitiesOf(tx, query.vehicleId)),

  async saveSecurity({ tx }, { body }) {
    const vehicle = await loadVehicle(tx, body.vehicleId, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(body.vehicleId));
    const holdings = await holdingsAmong(tx, vehicle.id, [body.holdingId]);
    const wrong = [
      ...(holdings.has(body.holdingId) ? [] : [notOfVehicle('holdingId', 'such investment')]),
      ...(await notOfType(tx, 'typeId', typesOf[body.class], body.typeId)),
    ];
    if (wrong.length > 0) return err(wrong);
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

  async listValuations({ tx }, { query }) {
    const rows = await valuationsOf(tx, query.vehicleId);
    return ok(rows.map((row) => ({ ...row, isLate: isLate(calendarDate(row.date), calendarDate(row.bookedPeriod)) })));
  },

  saveValuations: ({ tx, today }, { body }) =>
    postToVehicle(tx, body.vehicleId, decideValuations(tx, body.valuations, today)),
};

type SaveValuations = (typeof securityEndpoints)['saveValuations'];
type GivenValuation = HandlerInputOf<SaveValuations>['body']['valuations'][number];

/**
 * Returns a decision on valuations of a vehicle's securities. Fails: NOT_FOUND, GIVEN_TWICE, PERIOD_LOCKED,
 * DATE_TOO_LATE, each at the position of its value.
 */
export const decideValuations =
  (
    tx: Transaction,
    valuations: readonly GivenValuation[],
    today: CalendarDate,
  ): Decide<{ id: string; bookedPeriod: CalendarDate; isLate: boolean }[]> =>
  async (ledger, vehicle) => {
    const failures: Failure[] = [];
    const securities = new Set(ledger.securities.map(({ id }) => id));
    const methods = new Set(
      valuations.some(({ methodId }) => methodId != null)
        ? (await referenceEntries(tx, 'valuation-method', { includeInactive: true })).map(({ id }) => id)
        : [],
    );
    const met = new Set<string>();
    const kept = valuations.flatMap((given, i) => {
      const date = calendarDate(given.date);
      const booked = valuedQuarter(date, ledger, { today, asked: dayOrNull(given.bookedPeriod) });
      const key = `${given.securityId} ${date}`;
      const isTwice = met.has(key);
      met.add(key);
      const wrong = [
        ...(securities.has(given.securityId) ? [] : [notOfVehicle('securityId', 'such security')]),
        ...(isTwice ? [fail('GIVEN_TWICE', ['date'], 'This security is listed twice for this date.')] : []),
        ...(given.methodId == null || methods.has(given.methodId) ? [] : [notAmong('methodId', 'valuation-method')]),
        ...(booked.isErr() ? booked.error : []),
      ];
      failures.push(...at('valuations', i, wrong));
      return booked.isErr() ? [] : [{ id: newId(), given, date, booked: booked.value, position: i }];
    });
    if (failures.length > 0) return err(failures);
    const rows = kept.map(({ id, given, date, booked, position }) => ({
      id,
      vehicle_id: vehicle.id,
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
      rows: [['valuation', rows]],
      changes: rows.map((row) => ({
        operation: 'saveValuations',
        objectType: 'valuation',
        objectId: row.id,
        objectName: row.valuation_date,
        containerId: vehicle.id,
        before: null,
        after: row,
        reason: row.description,
      })),
      answer: kept.map(({ id, date, booked }) => ({ id, bookedPeriod: booked, isLate: isLate(date, booked) })),
    });
  };
