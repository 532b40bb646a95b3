import type { PeriodFigure } from '@carrara/contract/performance/period';
import { calendarDate } from '@carrara/domain/kernel';
import {
  computeInvestors,
  computeVehicle,
  figureTexts,
  heldCommitments,
  type HeldCommitment,
  moneyFigures,
  multipleFigures,
  rateFigures,
  type SubjectFigures,
} from '@carrara/domain/performance/period';
import { loadLedger, loadVehicle } from '../performance/ledger/loadLedger.ts';
import { figuresByEnd } from '../performance/ledger/readLedger.ts';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import { attempt, type Finding } from './finding.ts';

const names = [...moneyFigures, ...rateFigures, ...multipleFigures] as const;
type Told = Readonly<Partial<Record<(typeof names)[number], string | null>>>;
/** Figures that have to be kept, by subject and quarter end. */
type Expected = Map<string, { readonly of: readonly string[]; readonly told: Told; readonly isNothing: boolean }>;
const keyOf = (one: { readonly subject: string; readonly id: string }, end: string, currency: string) =>
  `${one.subject} ${one.id} ${end} ${currency}`;

/**
 * Holds the figures that lists, profiles and reports read to what they are of: those of a locked quarter to its last version, all others to the ledger
 * as it is, and those of investors to what their commitments come to.
 */
export async function verifyFigures(tx: Transaction): Promise<readonly Finding[]> {
  const vehicles = await tx.query<{ id: string; name: string }>(
    `SELECT v.id, v.name FROM container v WHERE v.tenant_id = $1 AND EXISTS (
       SELECT FROM period_figure f WHERE f.tenant_id = v.tenant_id AND f.vehicle_id = v.id
       UNION ALL SELECT FROM period p WHERE p.tenant_id = v.tenant_id AND p.vehicle_id = v.id) ORDER BY v.name, v.id`,
    [tx.tenantId],
  );
  const findings: Finding[] = [];
  const pools = new Map<string, HeldCommitment[]>();
  const investors = new Map<string, PeriodFigure & { readonly end: string }>();
  for (const { id, name } of vehicles) {
    const vehicle = await loadVehicle(tx, id);
    if (vehicle === undefined) continue;
    const ledger = await loadLedger(tx, vehicle);
    const computed = attempt(() => computeVehicle(ledger), [name], findings);
    if (computed === undefined) continue;
    const currency = vehicle.currency;
    const of = (end: string) => [`quarter ${end} of ${name}`];
    const versions = await lastVersions(tx, id);
    const expected: Expected = new Map();
    for (const { end, subjects } of computed)
      if (!versions.has(end))
        for (const one of subjects) expected.set(keyOf(one, end, currency), expectedOf(one, of(end)));
    for (const [end, figures] of versions)
      for (const one of figures.filter(({ subject }) => subject !== 'INVESTOR'))
        expected.set(keyOf(one, end, currency), { of: of(end), told: one, isNothing: false });
    const ends = [...new Set([...(await keptEnds(tx, id)), ...computed.map((one) => one.end), ...versions.keys()])];
    for (const [end, kept] of await figuresByEnd(tx, id, ends)) {
      const own = kept.filter((one) => one.subject !== 'INVESTOR');
      findings.push(
        ...differences(
          expected,
          own.map((one) => ({ ...one, end })),
        ),
      );
      for (const one of kept)
        if (one.subject === 'INVESTOR' && one.currency === currency)
          investors.set(keyOf(one, end, currency), { ...one, end });
    }
    findings.push(...missing(expected));
    const pool = pools.get(currency) ?? [];
    pools.set(currency, pool);
    pool.push(...heldCommitments(ledger, computed));
  }
  for (const [currency, commitments] of pools) {
    const kept = [...investors.values()].filter((one) => one.currency === currency);
    // By the policy of multiples that each was kept with.
    const policyOf = new Map(kept.map((one) => [keyOf(one, one.end, currency), one.policy]));
    const expected: Expected = new Map();
    for (const policy of ['ILPA', 'NETTED'] as const)
      for (const one of computeInvestors({ commitments, from: calendarDate('0001-01-01'), policy })) {
        const key = keyOf(one, one.end, currency);
        if ((policyOf.get(key) ?? 'ILPA') === policy)
          expected.set(key, expectedOf(one, [`quarter ${one.end}`, `in ${currency}`]));
      }
    findings.push(...differences(expected, kept), ...missing(expected));
  }
  return findings;
}

const expectedOf = (figures: SubjectFigures, of: readonly string[]) => ({
  of,
  told: figureTexts(figures),
  // Who joined in a later quarter has nothing in this one.
  isNothing: moneyFigures.every((name) => figures[name]?.isZero() ?? true),
});

/** What differs of the kept ones; those that were found are taken out of what is expected. */
function differences(
  expected: Expected,
  kept: readonly (PeriodFigure & { readonly end: string })[],
): readonly Finding[] {
  return kept.flatMap((one): Finding[] => {
    const key = keyOf(one, one.end, one.currency);
    const found = expected.get(key);
    expected.delete(key);
    const whose = one.name ?? one.id;
    if (found === undefined) return [{ of: [`quarter ${one.end}`, whose], what: 'figures that nothing comes to' }];
    return names.flatMap((name) => {
      const was = found.told[name] ?? null;
      return was === one[name] ? [] : [{ of: [...found.of, whose], what: name, was, is: one[name] }];
    });
  });
}

const missing = (expected: Expected): readonly Finding[] =>
  [...expected].flatMap(([key, { of, isNothing }]) =>
    isNothing ? [] : [{ of: [...of, key.split(' ')[1]!], what: 'has no figures any more' }],
  );

/** The figures of each quarter that is locked, as its last version keeps them. */
async function lastVersions(tx: Transaction, vehicleId: string): Promise<ReadonlyMap<string, readonly PeriodFigure[]>> {
  const rows = await tx.query<{ end: string; figures: readonly PeriodFigure[] }>(
    `SELECT DISTINCT ON (p.period_end) p.period_end AS "end", v.figures FROM period p
     JOIN period_version v ON v.tenant_id = p.tenant_id AND v.period_id = p.id
     WHERE p.tenant_id = $1 AND p.vehicle_id = $2 AND p.status = 'LOCKED' ORDER BY p.period_end, v.version DESC`,
    [tx.tenantId, vehicleId],
  );
  return new Map(rows.map(({ end, figures }) => [end, figures]));
}

const keptEnds = async (tx: Transaction, vehicleId: string): Promise<readonly string[]> =>
  (
    await tx.query<{ end: string }>(
      'SELECT DISTINCT f.period_end AS "end" FROM period_figure f WHERE f.tenant_id = $1 AND f.vehicle_id = $2',
      [tx.tenantId, vehicleId],
    )
  ).map(({ end }) => end);
