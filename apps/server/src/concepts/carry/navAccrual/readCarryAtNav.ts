import {
  navLocations,
  navVehicles,
  type NamedLocation,
} from '@carrara/adapters/postgres/carry/navAccrual/navLocations';
import { loadShares } from '@carrara/adapters/postgres/carry/run/shares';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { WhatIfTerms } from '@carrara/contract/core/whatIfTerms';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import {
  accrueAtNav,
  type InvestmentAccrual,
  type NavLeaving,
  navParts,
  type VehicleAtNav,
} from '@carrara/domain/carry/navAccrual';
import { type CalendarDate, type Decimal, groupBy } from '@carrara/domain/kernel';
import type { RequestContext } from '../../../core/operations.ts';

/** A participant's part of a clawback, with the carry paid to them and their escrow at the fund. */
export interface NavExposure {
  readonly gross: Decimal;
  readonly net: Decimal;
  readonly received: Decimal;
  readonly escrow: Decimal;
  /** The part before tax that the escrow covers. */
  readonly covered: Decimal;
}

/** The accrued carry of a vehicle, and what its recipients would have to return. */
interface ValuedVehicle extends VehicleAtNav {
  /** How the carry is attributed to investments, in words. Null if it isn't determined. */
  readonly attribution: string | null;
  /** The NAV before carry. Null if the carry isn't determined. */
  readonly nav: Decimal | null;
  /** The clawback by participant, before and after tax. Null if it isn't determined. */
  readonly exposures: ReadonlyMap<string, NavExposure> | null;
  /** The clawback of the fund. Null if it isn't determined. */
  readonly clawback: Pick<NavExposure, 'gross' | 'net'> | null;
}

/** Amounts for which vehicles are sold instead of their NAV before carry, and a percentage of the NAV for the others. */
export interface NavExit {
  readonly values: ReadonlyMap<string, Decimal>;
  readonly navPercent: Decimal | null;
  /** The day of the sale; the quarter end by default. */
  readonly date?: CalendarDate | undefined;
  /** Carry terms that the what-if changes. */
  readonly terms?: WhatIfTerms | undefined;
}

/** Ports to the figures of funds, implemented by performance. */
export interface NavPorts {
  /** Returns the quarter end on or before a day, or the firm's reporting date. */
  readonly navDate: (
    tx: Transaction,
    query: { readonly asOf?: string | undefined; readonly today: CalendarDate },
  ) => Promise<CalendarDate>;
  readonly vehiclesAtNav: (
    tx: Transaction,
    vehicleIds: readonly string[],
    date: CalendarDate,
    exit?: NavExit,
  ) => Promise<readonly ValuedVehicle[]>;
  /** Explains a figure of a fund's liquidation. Undefined if the reader may not see it. */
  readonly explainFund: (
    context: RequestContext,
    question: {
      readonly vehicleId: string;
      readonly date: CalendarDate;
      readonly exit: NavExit;
      readonly figure: string;
    },
  ) => Promise<ExplanationNode | undefined>;
}

export interface NavQuery {
  readonly asOf?: string | undefined;
  readonly today: CalendarDate;
  /** A person, trust or entity. */
  readonly participantId?: string | undefined;
  /** Funds and coinvestments, instead of all. */
  readonly vehicleIds?: readonly string[] | undefined;
  readonly exit?: NavExit | undefined;
  readonly leaving?: NavLeaving | undefined;
}

export interface NavRead {
  readonly date: CalendarDate;
  readonly vehicles: readonly (ValuedVehicle &
    Pick<NamedLocation, 'vehicleName' | 'vehicleCode' | 'vehicleType' | 'currency'>)[];
  readonly locations: ReadonlyMap<string, NamedLocation>;
  readonly accruals: readonly InvestmentAccrual[];
  /** The names of the participants. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Reads accrued carry at a quarter end by vehicle, investment and participant, as `accrueAtNav` shares it out. Uses a fixed number of statements, however
 * many funds and people there are.
 */
export async function readCarryAtNav(
  tx: Transaction,
  { navDate, vehiclesAtNav }: NavPorts,
  { asOf, today, participantId, vehicleIds, exit, leaving }: NavQuery,
): Promise<NavRead> {
  const date = await navDate(tx, { asOf, today });
  const own = participantId === undefined ? undefined : await navVehicles(tx, participantId);
  const selected = own?.filter((id) => vehicleIds?.includes(id) !== false) ?? vehicleIds;
  const all = await navLocations(tx, selected, date);
  const byVehicle = groupBy(all, ({ vehicleId }) => vehicleId);
  const valued = new Map(
    (await vehiclesAtNav(tx, [...byVehicle.keys()], date, exit)).map((vehicle) => [vehicle.vehicleId, vehicle]),
  );
  const sources = all.flatMap((location) => navParts(location, date).map(({ sourceId }) => ({ sourceId })));
  const shares = await loadShares(tx, { date, sources, participantIds: [] });
  const vehicles = [...byVehicle].flatMap(([id, locations]) => {
    const vehicle = valued.get(id);
    const { vehicleName, vehicleCode, vehicleType, currency } = locations[0];
    return vehicle === undefined ? [] : [{ ...vehicle, vehicleName, vehicleCode, vehicleType, currency }];
  });
  return {
    date,
    vehicles,
    names: new Map([...shares.participants].map(([id, { name }]) => [id, name])),
    locations: new Map(all.map((location) => [location.id, location])),
    accruals: vehicles.flatMap((vehicle) =>
      accrueAtNav(vehicle, { date, locations: byVehicle.get(vehicle.vehicleId) ?? [], shares, participantId, leaving }),
    ),
  };
}
