import { type NavAccount, navAccounts } from '@carrara/adapters/postgres/carry/navAccrual/navAccounts';
import { derivedId } from '@carrara/adapters/postgres/engine/reports/derivedId';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { CarryAtNavRow } from '@carrara/contract/carry/navAccrual/carryAtNav';
import {
  type CarryAtNav,
  carryByParticipant,
  type DeterminedAmount,
  sumOverFunds,
} from '@carrara/domain/carry/navAccrual';
import { currencyOrder, type Decimal, decimal, moneyText, numberText, sumOfMoney, zero } from '@carrara/domain/kernel';
import { unknownVestingReason } from '../vesting/vestingAnalysis.ts';
import { type NavPorts, type NavQuery, type NavRead, readCarryAtNav } from './readCarryAtNav.ts';

/** Carry at NAV of a participant in an investment, with the account there. */
export interface ParticipantRow extends CarryAtNavRow {
  readonly participantId: string;
  /** The code, or the name of a fund without one. */
  readonly fundCode: string;
}

const textOf = (amount: Decimal | null): string | null => amount && moneyText(amount);
const nothing = moneyText(zero);

type Vehicle = NavRead['vehicles'][number];
/** Records how a row was computed. Carry is undefined for somebody without points. */
export type RecordRow = (row: ParticipantRow, vehicle: Vehicle, carry: CarryAtNav | undefined) => void;
type NavFigures = Pick<
  CarryAtNavRow,
  'points' | 'invested' | 'carryAtNav' | 'vested' | 'unvested' | 'nextOn' | 'nextAmount' | 'reason'
>;
type Identity = Pick<CarryAtNav, 'participantId' | 'vehicleId' | 'investmentId'>;
const keyOf = ({ participantId, vehicleId, investmentId }: Identity, currency: string | null): string =>
  [participantId, vehicleId, investmentId ?? '', currency ?? ''].join(' ');

/** Returns the figures of somebody without points. They have no carry there, unless the fund's isn't determined. */
function withoutPoints({ accrued, reasons }: Vehicle): NavFigures {
  const amount = accrued === null ? null : nothing;
  const reason = reasons.join(' ') || null;
  return {
    points: null,
    invested: null,
    carryAtNav: amount,
    vested: amount,
    unvested: amount,
    nextOn: null,
    nextAmount: null,
    reason,
  };
}

const withPoints = ({
  points,
  invested,
  accrued,
  vested,
  unvested,
  next,
  missing,
  reasons,
}: CarryAtNav): NavFigures => ({
  points: numberText(points),
  invested: textOf(invested),
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
export async function carryAtNavRows(tx: Transaction, ports: NavPorts, query: NavQuery, recordRow?: RecordRow) {
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
  const add = (vehicle: Vehicle, identity: Identity, currency: string | null, carry?: CarryAtNav) => {
    const key = keyOf(identity, currency);
    if (rows.has(key)) return;
    const account = accounts.get(key);
    const row = {
      id: derivedId(key),
      participantId: identity.participantId,
      fundId: vehicle.vehicleId,
      fundName: vehicle.vehicleName,
      fundCode: vehicle.vehicleCode,
      fundType: vehicle.vehicleType,
      investmentId: identity.investmentId,
      investmentName: identity.investmentId === null ? null : (names.get(identity.investmentId) ?? ''),
      currency,
      ...(carry ? withPoints(carry) : withoutPoints(vehicle)),
      ...accountOf(account),
      ...(identity.investmentId === null ? clawbackOf(vehicle, identity.participantId) : noClawback),
    };
    rows.set(key, row);
    recordRow?.(row, vehicle, carry);
  };
  for (const carry of carryByParticipant(read.accruals, participantId)) {
    const vehicle = vehicles.get(carry.vehicleId);
    if (vehicle) add(vehicle, carry, vehicle.currency, carry);
  }
  for (const account of accounts.values()) {
    const vehicle = vehicles.get(account.vehicleId);
    if (vehicle) add(vehicle, account, account.currency);
  }
  for (const vehicle of read.vehicles)
    for (const id of vehicle.exposures?.keys() ?? [])
      if (participantId === undefined || participantId === id)
        add(vehicle, { participantId: id, vehicleId: vehicle.vehicleId, investmentId: null }, vehicle.currency);
  return {
    date: read.date,
    names: read.names,
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

const noClawback = { clawbackGross: null, clawbackNet: null, coveredByEscrow: null };
function clawbackOf({ exposures }: Vehicle, participantId: string) {
  if (exposures === null) return noClawback;
  const { gross = zero, net = zero, covered = zero } = exposures.get(participantId) ?? {};
  return { clawbackGross: moneyText(gross), clawbackNet: moneyText(net), coveredByEscrow: moneyText(covered) };
}

/** The sums that can leave out funds, with the amounts of a row. */
const coveredFields = ['carryAtNav', 'vested', 'unvested', 'accruedByRealization'] as const;
const clawbackFields = ['clawbackGross', 'clawbackNet', 'coveredByEscrow'] as const;
type Covered = (typeof coveredFields)[number] | (typeof clawbackFields)[number];

function amountIn(field: Covered, row: ParticipantRow): DeterminedAmount {
  const reason = field === 'accruedByRealization' ? 'nothing has been accrued' : (row.reason ?? '');
  const isClawback = clawbackFields.some((name) => name === field);
  // Only the fund as a whole has a clawback. It is determined if the fund's accrued carry is.
  const amount = isClawback && row.carryAtNav !== null ? (row[field] ?? nothing) : row[field];
  return { amount: amount === null ? null : decimal(amount), reason };
}

/** Adds up the determined amounts of rows by currency, the base currency first. An entity has no clawback. */
export function sumsByCurrency(rows: readonly ParticipantRow[], base: string, isEntity: boolean) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted(currencyOrder(base));
  return currencies.map((currency) => {
    const own = rows
      .filter((row) => row.currency === currency)
      .map((row) => ({ ...row, fund: row.fundCode, investment: row.investmentName }));
    const sums = [...coveredFields, ...(isEntity ? [] : clawbackFields)].map((field) => ({
      field,
      ...sumOverFunds(own, (row) => amountIn(field, row)),
    }));
    const sum = (field: Covered) => textOf(sums.find((found) => found.field === field)?.value ?? null);
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
      coveredByEscrow: sum('coveredByEscrow'),
      fundsCovered: sums.map(({ field, coverage: { excluded, carried, partly = [], ...counts } }) => ({
        field,
        ...counts,
        excluded: [...excluded],
        carried: [...carried],
        partly: [...partly],
      })),
    };
  });
}
