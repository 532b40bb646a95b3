import type { PeriodFigure } from '@carrara/contract/performance/period';
import { calendarDate } from '@carrara/domain/kernel';
import {
  computeVehicle,
  figureTexts,
  moneyFigures,
  multipleFigures,
  PERIOD_ENGINE_VERSION,
  rateFigures,
} from '@carrara/domain/performance/period';
import { multiplePolicies } from '@carrara/domain/performance/return';
import { loadLedger, loadVehicle, type Vehicle } from '../performance/ledger/loadLedger.ts';
import { figuresDigest } from '../performance/ledger/storePeriods.ts';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import type { Finding } from './finding.ts';

interface Row {
  readonly vehicleId: string;
  readonly name: string;
  readonly end: string;
  readonly version: number;
  readonly knownSeq: number;
  readonly engineVersion: string;
  readonly figures: readonly PeriodFigure[];
  readonly digest: string;
}

const names = [...moneyFigures, ...rateFigures, ...multipleFigures] as const;

/**
 * Holds each version of a locked quarter to its digest, and computes it again from what was known when it was locked. One that earlier rules computed
 * is held to its digest alone.
 */
export async function verifyPeriods(tx: Transaction): Promise<readonly Finding[]> {
  const rows = await tx.query<Row>(
    `SELECT p.vehicle_id AS "vehicleId", c.name, p.period_end AS "end", v.version, v.known_seq::int AS "knownSeq", v.engine_version AS "engineVersion",
       v.figures, v.figures_hash AS digest
     FROM period_version v JOIN period p ON p.tenant_id = v.tenant_id AND p.id = v.period_id
     JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.vehicle_id
     WHERE v.tenant_id = $1 ORDER BY c.name, p.vehicle_id, p.period_end, v.version`,
    [tx.tenantId],
  );
  const findings: Finding[] = [];
  for (const row of rows) {
    const of = [`quarter ${row.end} of ${row.name}`, `version ${String(row.version)}`];
    const digest = figuresDigest(row.figures);
    if (digest !== row.digest) findings.push({ of, what: 'digest of the figures', was: row.digest, is: digest });
    if (row.engineVersion !== PERIOD_ENGINE_VERSION) continue;
    const vehicle = await loadVehicle(tx, row.vehicleId);
    if (vehicle !== undefined) findings.push(...(await differing(tx, vehicle, row, of)));
  }
  return findings;
}

/** By the policy of multiples that agrees with it, which is part of what was kept. */
async function differing(
  tx: Transaction,
  vehicle: Vehicle,
  row: Row,
  of: readonly string[],
): Promise<readonly Finding[]> {
  const end = calendarDate(row.end);
  const ledger = await loadLedger(tx, vehicle, row.knownSeq);
  const found = multiplePolicies.map((policy) => {
    const period = computeVehicle({ ...ledger, policy }, end, { through: end }).find((one) => one.end === end);
    return (period?.subjects ?? []).flatMap((figures): Finding[] => {
      const kept = row.figures.find(({ subject, id }) => subject === figures.subject && id === figures.id);
      const texts = figureTexts(figures);
      // Who joined in a later quarter has nothing in this one.
      if (kept === undefined) {
        const isNothing = moneyFigures.every((name) => figures[name]?.isZero() ?? true);
        return isNothing ? [] : [{ of: [...of, figures.id], what: 'is computed now and was not kept' }];
      }
      return names.flatMap((name) =>
        kept[name] === texts[name]
          ? []
          : [{ of: [...of, kept.name ?? kept.id], what: name, was: texts[name], is: kept[name] }],
      );
    });
  });
  return found.reduce((fewest, one) => (one.length < fewest.length ? one : fewest));
}
