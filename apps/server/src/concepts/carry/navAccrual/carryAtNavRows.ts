import { type NavAccount, navAccounts } from '@carrara/adapters/postgres/carry/navAccrual/navAccounts';
import { derivedId } from '@carrara/adapters/postgres/engine/reports/derivedId';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { CarryAtNavRow } from '@carrara/contract/carry/carryAtNav';
import { type CarryAtNav, carryByParticipant } from '@carrara/domain/carry/navAccrual';
import { currencyOrder, type Decimal, moneyText, numberText, sumOfMoney, zero } from '@carrara/domain/kernel';
import { unknownVestingReason } from '../vesting/vestingAnalysis.ts';
import { type NavPorts, type NavQuery, type NavRead, readCarryAtNav } from './readCarryAtNav.ts';

/** Carry at NAV of a participant in an investment, with the account there. */
export interface ParticipantRow extends CarryAtNavRow {
  readonly participantId: string;
}

const textOf = (amount: Decimal | null): string | null => amount && moneyText(amount);
const nothing = moneyText(zero);

type Vehicle = NavRead['vehicles'][number];
type NavFigures = Pick<
  CarryAtNavRow,
  'points' | 'carryAtNav' | 'vested' | 'unvested' | 'nextOn' | 'nextAmount' | 'reason'
>;
type Identity = Pick<CarryAtNav, 'participantId' | 'vehicleId' | 'investmentId'>;
const keyOf = ({ participantId, vehicleId, investmentId }: Identity, currency: string | null): string =>
  [participantId, vehicleId, investmentId ?? '', currency ?? ''].join(' ');

/** Returns the figures of somebody without points. They have no carry there, unless the fund's isn't determined. */
function withoutPoints({ accrued, reasons }: Vehicle): NavFigures {
  const amount = accrued === null ? null : nothing;
  const reason = reasons.join(' ') || null;
  return { points: null, carryAtNav: amount, vested: amount, unvested: amount, nextOn: null, nextAmount: null, reason };
}

const withPoints = ({ points, accrued, vested, unvested, next, missing, reasons }: CarryAtNav): NavFigures => ({
  points: numberText(points),
  carryAtNav: textOf(accrued),
  vested: textOf(vested),
  unvested: textOf(unvested),
  nextOn: next?.on ?? null,
  nextAmount: textOf(next?.amount ?? null),
  reason:
    reasons.join(' ') ||
    (missing === null
      ? null
      : unknownVestingReason({ schedule: missing === 'NO_VESTING_SCHEDULE' ? null : { details: [] } })),
});

/**
 * Returns the carry at NAV of everybody, or of one participant, by fund and investment, with the accounts until the quarter end. The clawback is in the
 * row of the fund as a whole. An entity has none, because its members answer for it.
 */
export async function carryAtNavRows(tx: Transaction, ports: NavPorts, query: NavQuery) {
  const { participantId } = query;
  const read = await readCarryAtNav(tx, ports, query);
  const vehicles = new Map(read.vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]));
  const names = new Map(
    [...read.locations.values()].map(({ investmentId, investmentName }) => [investmentId, investmentName]),
  );
  const accounts = new Map(
    (await navAccounts(tx, { participantId, date: read.date })).map((account) => [
      keyOf(account, account.currency),
      account,
    ]),
  );
  const rows = new Map<string, ParticipantRow>();
  const add = (vehicle: Vehicle, identity: Identity, currency: string | null, figures: NavFigures) => {
    const key = keyOf(identity, currency);
    if (rows.has(key)) return;
    const account = accounts.get(key);
    rows.set(key, {
      id: derivedId(key),
      participantId: identity.participantId,
      fundId: vehicle.vehicleId,
      fundName: vehicle.vehicleName,
      fundType: vehicle.vehicleType,
      investmentId: identity.investmentId,
      investmentName: identity.investmentId === null ? null : (names.get(identity.investmentId) ?? ''),
      currency,
      ...figures,
      ...accountOf(account),
      ...(identity.investmentId === null ? clawbackOf(vehicle, identity.participantId) : noClawback),
    });
  };
  for (const carry of carryByParticipant(read.accruals, participantId)) {
    const vehicle = vehicles.get(carry.vehicleId);
    if (vehicle) add(vehicle, carry, vehicle.currency, withPoints(carry));
  }
  for (const account of accounts.values()) {
    const vehicle = vehicles.get(account.vehicleId);
    if (vehicle) add(vehicle, account, account.currency, withoutPoints(vehicle));
  }
  for (const vehicle of read.vehicles)
    for (const id of vehicle.exposures?.keys() ?? [])
      if (participantId === undefined || participantId === id)
        add(
          vehicle,
          { participantId: id, vehicleId: vehicle.vehicleId, investmentId: null },
          vehicle.currency,
          withoutPoints(vehicle),
        );
  return {
    date: read.date,
    rows: [...rows.values()].toSorted(byName),
    funds: read.vehicles.map(({ vehicleId, vehicleName, currency, nav }) => ({
      id: vehicleId,
      name: vehicleName,
      currency,
      nav: textOf(nav),
    })),
  };
}

const byName = (first: ParticipantRow, other: ParticipantRow): number =>
  compared(first.fundName, other.fundName) ||
  // The fund as a whole comes last.
  Number(first.investmentName === null) - Number(other.investmentName === null) ||
  compared(first.investmentName ?? '', other.investmentName ?? '');
const compared = (first: string, other: string): number => (first < other ? -1 : first > other ? 1 : 0);

const accountOf = (account: NavAccount | undefined) => ({
  accruedByRealization: account === undefined ? nothing : account.balance,
  paid: account?.paid ?? nothing,
  escrow: account?.escrow ?? nothing,
});

const noClawback = { clawbackGross: null, clawbackNet: null };
function clawbackOf({ exposures }: Vehicle, participantId: string) {
  if (exposures === null) return noClawback;
  const { gross = zero, net = zero } = exposures.get(participantId) ?? {};
  return { clawbackGross: moneyText(gross), clawbackNet: moneyText(net) };
}

type Sum = 'carryAtNav' | 'vested' | 'unvested' | 'accruedByRealization' | 'clawbackGross' | 'clawbackNet';

/** Adds up the determined amounts of rows by currency, the base currency first. */
export function sumsByCurrency(rows: readonly ParticipantRow[], base: string) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted(currencyOrder(base));
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const sum = (field: Sum) => {
      const determined = own.flatMap((row) => row[field] ?? []);
      return determined.length === 0 ? null : sumOfMoney(determined);
    };
    return {
      currency,
      carryAtNav: sum('carryAtNav'),
      vested: sum('vested'),
      unvested: sum('unvested'),
      accruedByRealization: sum('accruedByRealization'),
      paid: sumOfMoney(own.map(({ paid }) => paid)),
      escrow: sumOfMoney(own.map(({ escrow }) => escrow)),
      clawbackGross: sum('clawbackGross'),
      clawbackNet: sum('clawbackNet'),
    };
  });
}
