import type { PeriodFigure } from '@carrara/contract/performance/period/period';
import { figureTitle } from '@carrara/contract/performance/period/periodFigures';
import { calendarDate } from '@carrara/domain/kernel';
import {
  computeVehicle,
  figureTexts,
  ledgerAtVersion,
  moneyFigures,
  multipleFigures,
  type PeriodFigures,
  rateFigures,
  type VehicleLedger,
} from '@carrara/domain/performance/period';
import { isTvpiContradicted } from '@carrara/domain/performance/return';
import { loadLedger, loadVehicle } from '../performance/ledger/loadLedger.ts';
import { figuresDigest } from '../performance/ledger/storePeriods.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { attempt, type Finding, verifyPart } from './finding.ts';

/** Settings used for a figure. */
type Measures = Pick<PeriodFigure, 'policy' | 'transfers'> & Pick<VehicleLedger, 'navBasis'>;

interface Row {
  readonly vehicleId: string;
  readonly name: string;
  readonly currency: string | null;
  readonly end: string;
  readonly version: number;
  readonly asOfSequence: number;
  readonly engineVersion: string;
  readonly figures: readonly PeriodFigure[];
  readonly digest: string;
  readonly navBasis: VehicleLedger['navBasis'];
}

const isMoneyFigure = (name: string) => moneyFigures.some((figure) => figure === name);
const names = [...moneyFigures, ...rateFigures, ...multipleFigures] as const;

/**
 * Checks each version of a locked quarter against its digest. Recomputes it from the ledger as known when it was
 * locked, by the rules of that time.
 */
export async function verifyPeriods(tx: Transaction): Promise<readonly Finding[]> {
  const rows = await tx.query<Row>(
    `SELECT p.vehicle_id AS "vehicleId", c.name, r.code AS currency, p.period_end AS "end", v.version, v.as_of_sequence::int AS "asOfSequence", v.engine_version AS "engineVersion",
       v.nav_basis AS "navBasis", v.figures, v.figures_hash AS digest
     FROM period_version v JOIN period p ON p.tenant_id = v.tenant_id AND p.id = v.period_id
     JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.vehicle_id
     LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.id
     LEFT JOIN reference_entry r ON r.tenant_id = c.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
     WHERE v.tenant_id = $1 ORDER BY c.name, p.vehicle_id, v.as_of_sequence`,
    [tx.tenantId],
  );
  const findings: Finding[] = [];
  let cached: ExistingLedger | undefined;
  for (const row of rows) {
    const location = [`quarter ${row.end} of ${row.name}`, `version ${String(row.version)}`];
    const digest = figuresDigest(row.figures);
    if (digest !== row.digest) findings.push({ location, description: 'the figures don’t match their digest' });
    const ledger = cached?.isOf(row)
      ? cached
      : await verifyPart(tx, location, findings, () => ExistingLedger.before(tx, row));
    cached = ledger;
    const found = ledger?.next(row);
    if (found) findings.push(...(attempt(() => differing(found, row, location), location, findings) ?? []));
  }
  return findings;
}

/** The ledger of a vehicle as known when several quarters were locked one after another, with no entries in between. */
class ExistingLedger {
  readonly #vehicleId: string;
  readonly #engineVersion: string;
  readonly #ledger: VehicleLedger | undefined;
  readonly #computed = new Map<string, readonly PeriodFigures[]>();
  #last: number;

  constructor({ vehicleId, asOfSequence, engineVersion }: Row, ledger: VehicleLedger | undefined) {
    this.#vehicleId = vehicleId;
    this.#engineVersion = engineVersion;
    this.#ledger = ledger && ledgerAtVersion(engineVersion, ledger);
    this.#last = asOfSequence;
  }

  static async before(tx: Transaction, row: Row): Promise<ExistingLedger> {
    const vehicle = await loadVehicle(tx, row.vehicleId);
    return new ExistingLedger(row, vehicle && (await loadLedger(tx, vehicle, row.asOfSequence)));
  }

  isOf({ vehicleId, asOfSequence, engineVersion }: Row): boolean {
    return vehicleId === this.#vehicleId && engineVersion === this.#engineVersion && asOfSequence === this.#last + 1;
  }

  /** Returns a function that computes the figures of a quarter for given settings. */
  next({ asOfSequence, end }: Row): Computed {
    this.#last = asOfSequence;
    return (measures) => {
      if (this.#ledger === undefined) return undefined;
      const ledger = { ...this.#ledger, ...measures };
      const key = `${measures.policy} ${measures.transfers} ${measures.navBasis}`;
      const periods = this.#computed.get(key) ?? computeVehicle(ledger);
      this.#computed.set(key, periods);
      const last = periods.at(-1)?.end;
      // Nothing was posted in the meantime.
      if (last !== undefined && end > last) {
        const through = calendarDate(end);
        return computeVehicle(ledger, through, { through }).find((periodFigures) => periodFigures.end === through);
      }
      return periods.find((periodFigures) => periodFigures.end === end);
    };
  }
}
type Computed = (measures: Measures) => PeriodFigures | undefined;

const differing = (computed: Computed, row: Row, location: readonly string[]): readonly Finding[] => {
  const { policy, transfers } = row.figures[0] ?? { policy: 'ILPA', transfers: 'HISTORY' };
  return differences(computed({ policy, transfers, navBasis: row.navBasis }), row, location);
};

function differences(period: PeriodFigures | undefined, row: Row, location: readonly string[]): readonly Finding[] {
  return (period?.subjects ?? []).flatMap((figures): Finding[] => {
    const stored = row.figures.find(({ subject, id }) => subject === figures.subject && id === figures.id);
    const texts = figureTexts(figures);
    // Investors who joined in a later quarter have nothing in this one.
    if (stored === undefined) {
      const isNothing = moneyFigures.every((name) => figures[name]?.isZero() ?? true);
      return isNothing
        ? []
        : [{ location: [...location, figures.id], description: 'can be computed now but was not stored' }];
    }
    return names.flatMap((name) =>
      stored[name] === texts[name]
        ? []
        : [
            {
              location: [...location, stored.name ?? stored.id],
              description: figureTitle(name),
              stored: stored[name],
              computed: texts[name],
              ...(isMoneyFigure(name) ? { currency: row.currency ?? undefined } : {}),
              ...(name === 'tvpi' && isTvpiContradicted(stored) ? { isContradiction: true } : {}),
            },
          ],
    );
  });
}
