import { calendarDate, decimal, displayedDate, moneyText } from '@carrara/domain/kernel';
import {
  type DistributionLedger,
  type InvestmentCarry,
  proposeDistribution,
  typedCarryOfInvestments,
  withSale,
} from '@carrara/domain/performance/liquidation';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { liquidationBookOn } from '../performance/analysis/liquidationBooks.ts';
import { type DistributionRecord, distributionRecords } from '../performance/ledger/distributionRecords.ts';
import { loadLedger, loadVehicle } from '../performance/ledger/loadLedger.ts';
import { type Finding, verifyPart } from './finding.ts';

/**
 * Computes the split of each distribution of proceeds again, by partner and investment, from the terms and the ledger as known before it, under the
 * attribution policy that it names.
 */
export async function verifyDistributedProceeds(tx: Transaction): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const record of await distributionRecords(tx)) {
    const vehicle = await loadVehicle(tx, record.vehicleId);
    const location = [`distribution of ${vehicle?.name ?? record.vehicleId}`, displayedDate(record.date)];
    const found = await verifyPart(tx, location, findings, () => differences(tx, record, location));
    findings.push(...(found ?? []));
  }
  return findings;
}

interface Compared {
  readonly description: string;
  readonly names: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
  readonly computed: ReadonlyMap<string, string>;
}

async function differences(
  tx: Transaction,
  record: DistributionRecord,
  location: readonly string[],
): Promise<readonly Finding[]> {
  const vehicle = await loadVehicle(tx, record.vehicleId);
  if (vehicle === undefined)
    return [{ location, description: 'distribution', stored: 'determined', computed: 'the fund no longer exists' }];
  const book = await liquidationBookOn(tx, vehicle.id, record.end, { seq: record.seq - 1, termsDay: record.date });
  const { entries } = await loadLedger(tx, vehicle, record.seq);
  const again = computedAgain(record, { book, entries });
  if (typeof again === 'string')
    return [{ location, description: 'distribution', stored: 'determined', computed: again }];
  const compared: readonly Compared[] = [
    {
      description: 'carry of the investment',
      names: new Map(book.holdings.map(({ id, name }) => [id, name])),
      stored: new Map(record.investments.map(({ id, carry }) => [id, carry])),
      computed: new Map(again.investments.map(({ holdingId, carry }) => [holdingId, moneyText(carry)])),
    },
    {
      description: 'cash and carry of the partner',
      names: new Map(book.partners.map(({ id, name }) => [id, name])),
      stored: new Map(record.partners.map(({ id, lp, gp }) => [id, `${lp} and ${gp}`])),
      computed: again.partners,
    },
  ];
  return compared.flatMap(({ description, names, stored, computed }) =>
    [...new Set([...stored.keys(), ...computed.keys()])].flatMap((id): Finding[] => {
      const [was, now] = [stored.get(id) ?? null, computed.get(id) ?? null];
      const ofRecord = [...location, names.get(id) ?? id];
      return was === now ? [] : [{ location: ofRecord, description, stored: was, computed: now }];
    }),
  );
}

interface Computed {
  readonly investments: readonly InvestmentCarry[];
  readonly partners: ReadonlyMap<string, string>;
}

/** Returns the figures, or the reason why they aren't determined. */
function computedAgain(record: DistributionRecord, before: DistributionLedger): Computed | string {
  const { proceeds, holdingIds, attribution, carry } = record;
  const date = calendarDate(record.date);
  const sale = record.sale && {
    holdingId: record.sale.holdingId,
    amount: decimal(record.sale.amount),
    costRelieved: decimal(record.sale.costRelieved),
  };
  const ledger = sale === undefined ? before : withSale(before, sale, date);
  if (proceeds === null)
    return {
      investments: typedCarryOfInvestments(ledger, holdingIds, [
        { entry: { type: 'CARRY-EARNED', amount: decimal(carry) } },
      ]),
      partners: new Map(),
    };
  const request = { date, amount: decimal(proceeds), holdingIds };
  return proposeDistribution(ledger, attribution === null ? request : { ...request, attribution }).match(
    ({ investments, partners }) => ({
      investments,
      partners: new Map(
        partners.map(({ commitmentId, lp, gp }) => [commitmentId, `${moneyText(lp)} and ${moneyText(gp)}`]),
      ),
    }),
    ([failure]) => failure?.detail ?? 'not determined',
  );
}
