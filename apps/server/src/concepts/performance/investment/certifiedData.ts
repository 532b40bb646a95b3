import {
  lastAuditSeq,
  statedInvestors,
  vehiclesWithCommitments,
  statementDays,
} from '@carrara/adapters/postgres/performance/statement/statementLists';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type certifiedDataEndpoints, parseIds } from '@carrara/contract/performance/investment/certifiedData';
import {
  allDomains,
  type CertifiedDomain,
  certifiedDomains,
} from '@carrara/contract/performance/investment/certifiedDomains';
import { type CalendarDate, calendarDate, err, fail, ok } from '@carrara/domain/kernel';
import { quarterNotEnded } from '@carrara/domain/performance/ledger';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import type { Operations } from '../../../core/operations.ts';
import { certifiedTables } from './certifiedTables.ts';

const purpose = 'certified data';

const domainsOf = (text: string): readonly CertifiedDomain[] => {
  const names = text.split(',');
  return certifiedDomains.map(({ code }) => code).filter((code) => names.includes(allDomains) || names.includes(code));
};

/** Returns a failure if the quarter hasn't ended: certified figures must be final. */
const unfinished = (endDate: string, today: CalendarDate) => quarterNotEnded(calendarDate(endDate), today, 'certified');

async function fundsOf(tx: Transaction, investorIds: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const id of investorIds) all.push(...(await vehiclesWithCommitments(tx, id)).map((fund) => fund.id));
  return all;
}

export const certifiedDataOperations: Operations<typeof certifiedDataEndpoints> = {
  listCertifiedDates: async ({ tx, today }) =>
    ok((await statementDays(tx)).filter(({ endDate }) => unfinished(endDate, today).length === 0)),
  listCertifiedFunds: async ({ tx }, { query }) => ok(await vehiclesWithCommitments(tx, query.investorId ?? null)),
  listCertifiedInvestors: async ({ tx }) => ok(await statedInvestors(tx)),
  async getCertifyingKey({ tx }) {
    const { keyFingerprint, toPublicKey } = await import('@carrara/adapters/certified/certifyingKey');
    const publicKey = toPublicKey(tx.secret(purpose));
    return ok({ publicKey, fingerprint: keyFingerprint(publicKey) });
  },
  async certifyData(context, { query }) {
    const { tx, tenant, person, now, today } = context;
    const { endDate, segregateBy } = query;
    const early = unfinished(endDate, today);
    if (early.length > 0) return err(early);
    const [funds, investors] = await Promise.all([vehiclesWithCommitments(tx), statedInvestors(tx)]);
    const [fundIds, investorIds] = [parseIds(query.fundIdsJson), parseIds(query.investorIdsJson)];
    const lost = (ids: readonly string[], among: readonly { readonly id: string }[]) =>
      ids.find((id) => !among.some((candidate) => candidate.id === id));
    const [noFund, noInvestor] = [lost(fundIds, funds), lost(investorIds, investors)];
    if (noFund) return err([fail('NOT_FOUND', ['fundIdsJson'], `There is no fund ${noFund} with a commitment.`)]);
    if (noInvestor)
      return err([fail('NOT_FOUND', ['investorIdsJson'], `There is no investor ${noInvestor} with a commitment.`)]);
    const domains = domainsOf(query.domains);
    const asOfSequence = await lastAuditSeq(tx);
    const named = (all: typeof funds, ids: readonly string[]) =>
      all.filter(({ id }) => ids.length === 0 || ids.includes(id));
    // If no funds are given, the file contains only those of the given investors.
    const chosen = named(
      funds,
      fundIds.length > 0 ? fundIds : investorIds.length > 0 ? await fundsOf(tx, investorIds) : [],
    );
    const tables = await certifiedTables(context, {
      endDate,
      fundIds: chosen.map(({ id }) => id),
      investorIds,
      domains,
      segregateBy,
      asOfSequence,
    });
    if (tables.isErr()) return err(tables.error);
    const certifiedInvestors = new Set(tables.value.flatMap(({ list }) => list.rows.map(({ investor }) => investor)));
    const { certifiedPackage } = await import('@carrara/adapters/certified/certifiedPackage');
    const certified = {
      firm: tenant.name,
      endDate,
      domains,
      segregateBy,
      funds: chosen.map(({ name }) => name),
      investors: investors.map(({ name }) => name).filter((name) => certifiedInvestors.has(name)),
      asOfSequence,
      engineVersion: PERIOD_ENGINE_VERSION,
      createdAt: now.toISOString(),
      createdBy: person.name,
    };
    return ok({
      name: `Certified data ${endDate}.zip`,
      type: 'application/zip',
      content: certifiedPackage(certified, tables.value, tx.secret(purpose)),
    });
  },
};
