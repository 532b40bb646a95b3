import { type Decimal, moneyText, zero } from '@carrara/domain/kernel';
import { entryTypeRule, vehicleCashOf } from '../ledger/index.ts';
import type { PeriodFigures, VehicleLedger } from './computeVehicle.ts';

/** What must hold before a quarter is locked. */
export interface TieOut {
  readonly code: 'T4' | 'T5' | 'T6' | 'T8' | 'T10';
  readonly title: string;
  /** What differs; nothing when it holds. */
  readonly differences: readonly string[];
}

const partnerFigures = ['commitment', 'contributions', 'distributions', 'unfunded', 'nav', 'carryPaid'] as const;

/**
 * Whether the figures of a quarter and the ledger under them agree, to the cent.
 *
 *     partners = vehicle;  NAV = fair value + cash - drawn line;  unfunded >= 0;  shares = entry;  GP = - what the others bear of the carry
 *
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function tieOuts(ledger: VehicleLedger, period: PeriodFigures): readonly TieOut[] {
  const entries = ledger.entries.filter(({ booked }) => booked <= period.end);
  const vehicle = period.subjects.find(({ subject }) => subject === 'VEHICLE');
  const partners = period.subjects.filter(({ subject }) => subject === 'COMMITMENT');
  const code = (id: string) => ledger.commitments.find((one) => one.id === id)?.investorCode ?? id;
  const line = sum(entries.filter(({ type }) => type.startsWith('LINE-')).map(vehicleCashOf));
  const balance = sum(entries.map(vehicleCashOf))
    .minus(line)
    .plus(vehicle?.fairValue ?? zero);
  return [
    {
      code: 'T4',
      title: 'The partners add up to the vehicle',
      differences: partnerFigures.flatMap((name) => {
        const [whole, parts] = [vehicle?.[name] ?? null, partners.map((one) => one[name])];
        if (whole === null || parts.includes(null)) return [];
        return difference(name, sum(parts.map((part) => part ?? zero)), whole);
      }),
    },
    {
      code: 'T5',
      title: 'Net asset value is fair value and cash less the drawn line',
      differences: vehicle?.nav == null ? [] : difference('nav', balance, vehicle.nav),
    },
    {
      code: 'T6',
      title: 'No unfunded commitment is below zero',
      differences: partners.flatMap(({ id, unfunded }) =>
        unfunded?.lt(0) === true ? [`${code(id)}: ${moneyText(unfunded)}`] : [],
      ),
    },
    {
      code: 'T8',
      title: 'The shares of an entry add up to it',
      differences: entries.flatMap(({ type, effective, amount, shares }) => {
        const own = sum(shares.filter(({ isMirror }) => !isMirror).map((share) => share.amount));
        return difference(`${type} ${effective}`, own, amount);
      }),
    },
    {
      code: 'T10',
      title: 'The general partner mirrors the carry of the others',
      differences: entries.flatMap(({ type, effective, amount, shares }) => {
        if (entryTypeRule(type).mirror === undefined) return [];
        const mirrored = sum(shares.filter(({ isMirror }) => isMirror).map((share) => share.amount));
        return difference(`${type} ${effective}`, mirrored, amount.negated());
      }),
    },
  ];
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);

const difference = (name: string, found: Decimal, expected: Decimal): readonly string[] =>
  found.eq(expected) ? [] : [`${name}: ${moneyText(found)} is not ${moneyText(expected)}`];

/** The version of the rules with which a locked quarter was computed. */
export const PERIOD_ENGINE_VERSION = '1';
