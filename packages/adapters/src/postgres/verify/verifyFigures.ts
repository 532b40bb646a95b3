import type { PeriodFigure } from '@carrara/contract/performance/period/period';
import { calendarDate, groupBy, required, sumOfMoney } from '@carrara/domain/kernel';
import { transferPolicies, type TransferPolicy } from '@carrara/domain/performance/ledger';
import { isTvpiContradicted, multiplePolicies } from '@carrara/domain/performance/return';
import {
  computeInvestors,
  computeVehicle,
  investorPositions,
  type InvestorPosition,
  ledgerAtVersion,
  moneyFigures,
  PERIOD_ENGINE_VERSION,
  type PeriodFigures,
  type SubjectFigures,
} from '@carrara/domain/performance/period';
import { canonicalJson } from '../engine/journal/auditKey.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import {
  type StoredLedger,
  loadLedger,
  loadVehicle,
  readMultiplePolicy,
  readTransferPolicy,
  type Vehicle,
} from '../performance/ledger/loadLedger.ts';
import { snakeCase } from '../engine/records/definition.ts';
import { figureColumns, figureRows, type FigureOwner } from '../performance/ledger/storeFigures.ts';
import { attempt, type Finding, verifyPart } from './finding.ts';
import { differingTexts, fieldTitle } from './rowTexts.ts';

/** A row of `period_figure` with every column as text, and the name of its subject. */
type StoredRow = Readonly<Record<string, string | null>> & {
  readonly period_end: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly currency_id: string;
  readonly policy: string;
  readonly transfers: string;
  readonly engine_version: string;
  readonly owner: string;
};

/** Expected content of a row. Missing columns aren't compared. */
interface Expected {
  readonly location: readonly string[];
  readonly row: Readonly<Record<string, string | null>>;
  /** True if the row comes from the last version of a locked quarter, and false if it was computed again. */
  readonly isLocked: boolean;
  /** True if the row may be missing because all of its amounts are zero. */
  readonly isOptional: boolean;
}
type ExpectedRows = Map<string, Expected>;

const keyOf = (row: Readonly<Record<string, unknown>>): string =>
  ['subject', 'subject_id', 'period_end', 'currency_id'].map((name) => row[name]).join(' ');
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? canonicalJson(value) : String(value);
};
const textRow = (row: object): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)]));

/** Parts of a ledger that are needed for the figures of investors across several vehicles. */
interface Pool {
  readonly currency: string;
  readonly commitments: InvestorPosition[];
  /** The rows of each investor's commitments, by investor and quarter end. */
  readonly rows: Map<string, StoredRow[]>;
}

/**
 * Compares every column of every stored figure. Locked quarters must match their last version, open quarters the
 * figures computed from the ledger, and investors the figures computed from their commitments.
 */
export async function verifyFigures(tx: Transaction): Promise<readonly Finding[]> {
  const vehicles = await tx.query<{ id: string; name: string }>(
    `SELECT v.id, v.name FROM container v WHERE v.tenant_id = $1 AND EXISTS (
       SELECT FROM period_figure f WHERE f.tenant_id = v.tenant_id AND f.vehicle_id = v.id
       UNION ALL SELECT FROM period p WHERE p.tenant_id = v.tenant_id AND p.vehicle_id = v.id) ORDER BY v.name, v.id`,
    [tx.tenantId],
  );
  const findings: Finding[] = [];
  const pools = new Map<string, Pool>();
  let seen = 0;
  for (const { id, name } of vehicles)
    await verifyPart(tx, [name], findings, async () => {
      const stored = await storedRows(tx, 'f.vehicle_id = $2', id);
      seen += stored.length;
      const vehicle = await loadVehicle(tx, id);
      if (vehicle === undefined) throw new Error('the vehicle has no currency');
      const [ledger, versions] = [await loadLedger(tx, vehicle), await lastVersions(tx, id)];
      const found = attempt(() => verifyVehicle(vehicle, ledger, stored, versions), [name], findings);
      if (found === undefined) return;
      findings.push(...found.findings);
      const { currency, currencyId } = vehicle;
      const pool = pools.get(currencyId) ?? { currency, commitments: [], rows: new Map() };
      pools.set(currencyId, addToPool(pool, found, stored));
    });
  const investors = await storedRows(tx, `f.subject = 'INVESTOR'`);
  seen += investors.length;
  const setting = { policy: await readMultiplePolicy(tx), transfers: await readTransferPolicy(tx) };
  for (const currencyId of new Set([...pools.keys(), ...investors.map((row) => row.currency_id)]))
    await verifyPart(tx, ['investors'], findings, async () => {
      const own = investors.filter((row) => row.currency_id === currencyId);
      findings.push(...verifyInvestors(currencyId, pools.get(currencyId), own, setting));
    });
  const [{ count } = { count: seen }] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM period_figure WHERE tenant_id = $1',
    [tx.tenantId],
  );
  if (count !== seen)
    findings.push({
      location: ['figures'],
      description: 'rows without a vehicle or investor',
      was: '0',
      is: String(count - seen),
    });
  return findings;
}

interface VerifiedVehicle {
  readonly ledger: StoredLedger;
  readonly computed: readonly PeriodFigures[];
  readonly findings: readonly Finding[];
}

function verifyVehicle(
  vehicle: Vehicle,
  ledger: StoredLedger,
  stored: readonly StoredRow[],
  versions: ReadonlyMap<string, readonly PeriodFigure[]>,
): VerifiedVehicle {
  const location = (end: string) => [`quarter ${end} of ${vehicle.name}`];
  // The rows of a quarter are written together, so the vehicle's row tells the rule version of all.
  const rulesOf = new Map(
    stored.flatMap((row) => (row.subject === 'VEHICLE' ? [[row.period_end, row.engine_version]] : [])),
  );
  const byRules = new Map<string, readonly PeriodFigures[]>();
  type Settings = Pick<StoredLedger, 'transfers' | 'navBasis'>;
  const computedBy = (rules: string, { transfers, navBasis }: Settings) => {
    const key = `${rules} ${transfers} ${navBasis}`;
    const found =
      byRules.get(key) ?? computeVehicle({ ...(ledgerAtVersion(rules, ledger) ?? ledger), transfers, navBasis });
    byRules.set(key, found);
    return found;
  };
  const computed = computedBy(PERIOD_ENGINE_VERSION, ledger).map((period) => {
    const rules = rulesOf.get(period.end) ?? PERIOD_ENGINE_VERSION;
    const locked = versions.has(period.end) ? ledger.lockedBy?.get(period.end) : undefined;
    return computedBy(rules, locked ?? ledger).find(({ end }) => end === period.end) ?? period;
  });
  const expected: ExpectedRows = new Map();
  for (const { end, subjects } of computed) {
    if (versions.has(end)) continue;
    const engineVersion = rulesOf.get(end) ?? PERIOD_ENGINE_VERSION;
    for (const subject of subjects)
      expect(expected, location(end), rowOf(vehicle, end, subject, vehicle.id), { engineVersion });
  }
  for (const [end, figures] of versions)
    for (const figure of figures.filter(({ subject }) => subject !== 'INVESTOR'))
      expect(expected, location(end), versionRow(vehicle, end, figure), {
        engineVersion: rulesOf.get(end) ?? PERIOD_ENGINE_VERSION,
        isLocked: true,
      });
  const commitments = groupBy(
    stored.filter(({ subject }) => subject === 'COMMITMENT'),
    (row) => row.period_end,
  );
  const partsOf = (row: StoredRow) => (row.subject === 'VEHICLE' ? (commitments.get(row.period_end) ?? []) : []);
  const found = differences(expected, stored, { currency: vehicle.currency, partsOf });
  return { ledger, computed, findings: [...found, ...missing(expected)] };
}

interface Expectation {
  readonly engineVersion: string;
  readonly isLocked?: boolean;
}
/**
 * Adds the expected content of a row. Rows of earlier rule versions keep their messages, so that a reworded text
 * doesn't count as a difference.
 */
function expect(
  expected: ExpectedRows,
  location: readonly string[],
  row: Readonly<Record<string, unknown>>,
  { engineVersion, isLocked = false }: Expectation,
): void {
  const hasVersion = ledgerAtVersion(engineVersion, noLedger) !== undefined;
  const { not_determined: notDetermined, ...others } = row;
  const isNothing = moneyFigures.every((name) => Number(row[snakeCase(name)] ?? 0) === 0);
  expected.set(keyOf(row), {
    location,
    row: textRow({
      ...others,
      ...(engineVersion === PERIOD_ENGINE_VERSION || isLocked ? { not_determined: notDetermined } : {}),
      engine_version: hasVersion ? engineVersion : PERIOD_ENGINE_VERSION,
    }),
    isLocked,
    isOptional: isNothing && !isLocked,
  });
}
const noLedger = {
  vehicleId: '',
  commitments: [],
  events: [],
  entries: [],
  securities: [],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
} as const;

const rowOf = (
  owner: FigureOwner,
  end: string,
  { subject, id, ...figures }: SubjectFigures,
  vehicleId: string | null,
): Readonly<Record<string, unknown>> => ({ ...figureRows(owner, [{ end, subject, id, vehicleId, figures }])[0] });

function versionRow(
  { id: vehicleId, currencyId }: Vehicle,
  end: string,
  figures: PeriodFigure,
): Readonly<Record<string, unknown>> {
  const { subject, id, name: _, currency: __, ...others } = figures;
  return {
    period_end: end,
    subject,
    subject_id: id,
    currency_id: currencyId,
    vehicle_id: vehicleId,
    coverage: null,
    carried: null,
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [snakeCase(name), value])),
  };
}

function addToPool(pool: Pool, { ledger, computed }: VerifiedVehicle, stored: readonly StoredRow[]): Pool {
  pool.commitments.push(...investorPositions(ledger, computed));
  const investorOf = new Map(ledger.commitments.map(({ id, investorId }) => [id, investorId]));
  for (const row of stored) {
    const investor = investorOf.get(row.subject_id);
    if (investor === undefined) continue;
    const key = `${investor} ${row.period_end}`;
    pool.rows.set(key, [...(pool.rows.get(key) ?? []), row]);
  }
  return pool;
}

function verifyInvestors(
  currencyId: string,
  pool: Pool | undefined,
  stored: readonly StoredRow[],
  setting: Pick<Vehicle, 'policy' | 'transfers'>,
): readonly Finding[] {
  const byKey = new Map(stored.map((row) => [keyOf(row), row]));
  const expected: ExpectedRows = new Map();
  for (const policy of multiplePolicies)
    for (const figures of computeInvestors({
      commitments: pool?.commitments ?? [],
      from: calendarDate('0001-01-01'),
      policy,
    })) {
      const at = `${figures.id} ${figures.end}`;
      const { end, ...subject } = figures;
      const existing = byKey.get(['INVESTOR', figures.id, end, currencyId].join(' '));
      // Uses the row's policy if one of the investor's commitments or the firm's setting has it.
      const ofCommitments = pool?.rows.get(at) ?? [];
      const by = (name: 'policy' | 'transfers', values: readonly string[]) =>
        ofCommitments.find(
          (ofCommitment) => ofCommitment[name] === existing?.[name] && values.includes(ofCommitment[name]),
        )?.[name] ?? setting[name];
      if (by('policy', multiplePolicies) !== policy) continue;
      const row = rowOf(
        { currencyId, policy, transfers: by('transfers', transferPolicies) as TransferPolicy },
        end,
        subject,
        null,
      );
      // Every write to a commitment also recomputes its investor's figures, so theirs never follow earlier rules.
      const versions = [
        existing?.engine_version ?? PERIOD_ENGINE_VERSION,
        ...ofCommitments.map((ofCommitment) => ofCommitment.engine_version),
      ];
      const engineVersion = versions.reduce((a, b) => (Number(b) > Number(a) ? b : a));
      expect(expected, [`quarter ${end}`, `in ${pool?.currency ?? currencyId}`], row, {
        engineVersion,
      });
    }
  const partsOf = (row: StoredRow) => pool?.rows.get(`${row.subject_id} ${row.period_end}`) ?? [];
  return [...differences(expected, stored, { currency: pool?.currency, partsOf }), ...missing(expected)];
}

interface Owned {
  readonly currency: string | undefined;
  /** Returns the stored rows of the commitments whose amounts add up to the amounts of a row. */
  readonly partsOf: (row: StoredRow) => readonly StoredRow[];
}

/** Removes each stored row from the expected ones and reports every column that differs. */
function differences(
  expected: ExpectedRows,
  stored: readonly StoredRow[],
  { currency, partsOf }: Owned,
): readonly Finding[] {
  return stored.flatMap((row): Finding[] => {
    const found = expected.get(keyOf(row));
    expected.delete(keyOf(row));
    if (found === undefined)
      return [{ location: [`quarter ${row.period_end}`, row.owner], description: 'unexpected figures' }];
    const { tvpi, dpi, rvpi } = row;
    const isContradiction = isTvpiContradicted({ tvpi, dpi, rvpi });
    return Object.entries(found.row).flatMap(([name, expectedText]): Finding[] => {
      const stored = row[name] ?? null;
      if (expectedText === stored) return [];
      const subject = { location: [...found.location, row.owner], description: fieldTitle(name) };
      const [by, own] = differingTexts('period_figure', name, [expectedText, stored]);
      if (by === own) return [{ ...subject, description: `${subject.description} differs in a code` }];
      const isMoney = moneyColumns.has(name);
      const values = found.isLocked ? { was: by, is: own } : { stored: own, computed: by };
      const isDirect =
        name === 'coverage' ||
        (isMoney &&
          isUnlikeParts(
            stored,
            partsOf(row).map((part) => part[name]),
          ));
      return [
        {
          ...subject,
          ...values,
          ...(isMoney ? { currency } : {}),
          ...(isDirect ? { isDirect } : {}),
          ...(name === 'tvpi' && isContradiction ? { isContradiction } : {}),
        },
      ];
    });
  });
}

const moneyColumns: ReadonlySet<string> = new Set(moneyFigures.map(snakeCase));

/** True if an amount isn't the sum of its parts. */
function isUnlikeParts(amount: string | null, parts: readonly (string | null | undefined)[]): boolean {
  const amounts = parts.flatMap((part) => part ?? []);
  if (amount === null || amounts.length === 0 || amounts.length < parts.length) return false;
  return sumOfMoney(amounts) !== amount;
}

const missing = (expected: ExpectedRows): readonly Finding[] =>
  [...expected.values()].flatMap(({ location, row, isOptional }) =>
    isOptional
      ? []
      : [
          {
            location: [...location, required(row['subject_id'], 'the subject of expected figures')],
            description: 'figures are missing',
          },
        ],
  );

const trimmed = new Set(['irr', 'gross_irr', 'dpi', 'rvpi', 'tvpi', 'pic', 'gross_moic']);
const objects: readonly string[] = ['not_determined', 'coverage', 'carried'];
async function storedRows(tx: Transaction, where: string, vehicleId?: string): Promise<readonly StoredRow[]> {
  const texts = figureColumns.map((name) => {
    const value = objects.includes(name)
      ? `f.${name}`
      : `${trimmed.has(name) ? `trim_scale(f.${name})` : `f.${name}`}::text`;
    return `${value} AS ${name}`;
  });
  const rows = await tx.query<StoredRow>(
    `SELECT ${texts.join(', ')}, coalesce(i.name, n.name, f.subject_id::text) AS owner
     FROM period_figure f LEFT JOIN commitment c ON c.tenant_id = f.tenant_id AND c.id = f.subject_id
     LEFT JOIN container i ON i.tenant_id = f.tenant_id AND i.id = c.investor_id
     LEFT JOIN source_facts h ON h.tenant_id = f.tenant_id AND h.id = f.subject_id AND f.subject = 'HOLDING'
     LEFT JOIN container n ON n.tenant_id = f.tenant_id AND n.id = coalesce(h.investment_id, f.subject_id)
     WHERE f.tenant_id = $1 AND ${where} ORDER BY f.period_end, f.subject DESC, f.subject_id`,
    vehicleId === undefined ? [tx.tenantId] : [tx.tenantId, vehicleId],
  );
  return rows.map(
    (row) => ({ ...row, ...Object.fromEntries(objects.map((name) => [name, textOf(row[name])])) }) as StoredRow,
  );
}

/** Returns the figures of each locked quarter from its last version. */
async function lastVersions(tx: Transaction, vehicleId: string): Promise<ReadonlyMap<string, readonly PeriodFigure[]>> {
  const rows = await tx.query<{ end: string; figures: readonly PeriodFigure[] }>(
    `SELECT DISTINCT ON (p.period_end) p.period_end AS "end", v.figures FROM period p
     JOIN period_version v ON v.tenant_id = p.tenant_id AND v.period_id = p.id
     WHERE p.tenant_id = $1 AND p.vehicle_id = $2 AND p.status = 'LOCKED' ORDER BY p.period_end, v.version DESC`,
    [tx.tenantId, vehicleId],
  );
  return new Map(rows.map(({ end, figures }) => [end, figures]));
}
