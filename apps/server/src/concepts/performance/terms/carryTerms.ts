import {
  carryTermsStore,
  carryTermsVersions,
  investorTypeNames,
} from '@carrara/adapters/postgres/performance/analysis/carryTerms';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { fileKinds } from '@carrara/contract/core/fileTypes';
import type { StatusValue } from '@carrara/contract/core/kinds';
import {
  type CarryPayoff,
  type CarryTerms,
  type carryTermsEndpoints,
  carryTermTexts,
  carryTierFields,
} from '@carrara/contract/performance/carryTerms/carryTerms';
import { type CalendarDate, err, type Failures, moneyText, noSuch, numberText, ok } from '@carrara/domain/kernel';
import {
  carryPayoff,
  type CommittedInvestor,
  decideCarryTerms,
  lastDayOf,
  lastLockedQuarter,
  readTerms,
  termChanges,
  termsOn,
  type TermsVersion,
} from '@carrara/domain/performance/carryTerms';
import type { Operations } from '../../../core/operations.ts';
import { recordOperations } from '../../../core/recordOperations.ts';
import {
  carryTermsFacts,
  checkCarryTerms,
  deleteCarryTerms,
  prepareCarryTerms,
} from '../../../usecases/performance/carryTerms.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { carryTermsWorkbook } from './carryTermsWorkbook.ts';
import { defaultTerms, namedTerms, readableTerms, tiersText } from './carryTermsText.ts';

type Tier = CarryTerms['tiers'][number];
const statusFields = Object.entries(carryTierFields).flatMap(([name, { kind }]) => (kind === 'status' ? [name] : []));

/** Adds the names of the codes in tiers, which are stored without them. */
export const withTierTexts = (stored: CarryTerms): CarryTerms => ({
  ...stored,
  tiers: stored.tiers.map((tier): Tier => {
    const values: Readonly<Record<string, unknown>> = tier;
    const named = statusFields.map((name): [string, StatusValue | null] => {
      const code = values[name];
      return [name, typeof code === 'string' ? { code, description: carryTermTexts[code] ?? code } : null];
    });
    return { ...tier, ...(Object.fromEntries(named) as Partial<Tier>) };
  }),
});

const recordsWhere = (warningsConfirmed: boolean) =>
  recordOperations<CarryTerms>({
    store: carryTermsStore,
    answer: async (_tx, stored) => withTierTexts(stored),
    prepare: ({ tx }, values, before) => prepareCarryTerms(tx, values, { before, warningsConfirmed }),
  });
const records = recordsWhere(false);

const problems = (failures: Failures) =>
  failures.map(({ code, path, detail }) => ({ field: path.join('.'), code, message: detail }));

/** Returns the payoff of complete terms for a fund's commitments, null for incomplete terms. */
function payoffOf(
  { terms, effectiveDate }: Pick<TermsVersion, 'terms' | 'effectiveDate'>,
  investors: readonly CommittedInvestor[],
  years: number,
): CarryPayoff | null {
  const payoff = carryPayoff(readTerms(terms), { investors, years, start: effectiveDate });
  if (payoff.isErr()) return null;
  const { capital, points } = payoff.value;
  return {
    capital: moneyText(capital),
    years,
    points: points.map(({ proceeds, multiple, lp, gp, tiers }) => ({
      proceeds: moneyText(proceeds),
      multiple: numberText(multiple),
      lp: moneyText(lp),
      gp: moneyText(gp),
      tiers: tiers.map((tier) => ({
        kind: tier.kind,
        name: carryTermTexts[tier.kind] ?? tier.kind,
        lp: moneyText(tier.lp),
        gp: moneyText(tier.gp),
      })),
    })),
  };
}

const stateOn = (
  { id, effectiveDate }: { readonly id: string; readonly effectiveDate: CalendarDate },
  inForce: string | null,
  today: CalendarDate,
) => (id === inForce ? 'IN_FORCE' : effectiveDate > today ? 'FUTURE' : 'PAST');

export const carryTermsOperations: Operations<typeof carryTermsEndpoints> = {
  async listCarryTerms({ tx, today }, { params }) {
    const found = await carryTermsFacts(tx, params.id);
    if (found.isErr()) return err(found.error);
    const facts = found.value;
    const versions = await carryTermsVersions(tx, params.id);
    const inForce = termsOn(versions, today)?.id ?? null;
    return ok({
      inForce,
      versions: versions.map((version) => ({
        id: version.id,
        rowVersion: version.rowVersion,
        effectiveDate: version.effectiveDate,
        until: lastDayOf(version, versions),
        state: stateOn(version, inForce, today),
        summary: tiersText(version.terms.tiers),
        isLocked: lastLockedQuarter(version, versions, facts.lockedEnds) !== null,
        source: version.source,
        missing: problems(decideCarryTerms(version, facts).missing),
      })),
    });
  },
  async downloadCarryTerms({ tx }, { params }) {
    const vehicle = await loadVehicle(tx, params.id);
    if (vehicle === undefined) return err(vehicleNotFound());
    const versions = await carryTermsStore.find(tx, { vehicle: params.id });
    const inOrder = versions.toSorted((first, other) => (first.effectiveDate < other.effectiveDate ? -1 : 1));
    return ok({
      name: `Carry terms ${vehicle.code}.xlsx`,
      type: fileKinds.xlsx.mediaType,
      content: await carryTermsWorkbook(vehicle.code, inOrder),
    });
  },
  getCarryTerms: records.get,
  saveCarryTerms: (context, { body: { warningsConfirmed, ...body } }) =>
    recordsWhere(warningsConfirmed).save('saveCarryTerms')(context, { body }),
  deleteCarryTerms: ({ tx }, { params, query }) =>
    deleteCarryTerms(tx, {
      id: params.id,
      rowVersion: query.rowVersion,
      warningsConfirmed: query.warningsConfirmed === 'true',
    }),

  async previewCarryTerms({ tx }, { query, body }) {
    const checked = await checkCarryTerms(tx, body);
    if (checked.isErr()) return err(checked.error);
    const { refusals, warnings, missing, version, facts } = checked.value;
    const before = facts.versions.find(({ id }) => id === version.id) ?? termsOn(facts.versions, version.effectiveDate);
    const stored = before && (await carryTermsStore.load(tx, before.id));
    const isClear = refusals.length === 0 && missing.length === 0;
    const types = await investorTypeNames(
      tx,
      version.terms.letters.flatMap(({ investorTypeId }) => investorTypeId ?? []),
    );
    return ok({
      refusals: problems(refusals),
      warnings: problems(warnings),
      missing: problems(missing),
      changes:
        stored === undefined
          ? []
          : [...termChanges(readableTerms(stored), readableTerms(namedTerms(body, facts, types)), defaultTerms)],
      payoff: isClear ? payoffOf(version, facts.investors, query.years) : null,
    });
  },

  async compareCarryTerms({ tx }, { params, query }) {
    const [before, after] = [await carryTermsStore.load(tx, query.before), await carryTermsStore.load(tx, params.id)];
    if (after === undefined) return err([noSuch('version')]);
    if (before === undefined || before.vehicle.id !== after.vehicle.id) return err([noSuch('version', ['before'])]);
    return ok({ changes: [...termChanges(readableTerms(before), readableTerms(after), defaultTerms)] });
  },

  async getCarryPayoff({ tx }, { params, query }) {
    const stored = await carryTermsStore.load(tx, params.id);
    if (stored === undefined) return err([noSuch('version')]);
    const found = await carryTermsFacts(tx, stored.vehicle.id);
    return found.andThen((facts) => {
      const version = facts.versions.find(({ id }) => id === stored.id);
      if (version === undefined) return err([noSuch('version')]);
      return ok({
        payoff: payoffOf(version, facts.investors, query.years),
        missing: problems(decideCarryTerms(version, facts).missing),
      });
    });
  },
};
