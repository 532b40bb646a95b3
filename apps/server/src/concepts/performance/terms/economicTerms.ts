import { carryTermsOn, committedInvestors } from '@carrara/adapters/postgres/performance/analysis/carryTerms';
import { economicTermsStore } from '@carrara/adapters/postgres/performance/analysis/economicTerms';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { emptyId, type StatusValue } from '@carrara/contract/core/kinds';
import {
  economicTermFields,
  type EconomicTermName,
  type EconomicTerms,
  type economicTermsEndpoints,
  termTexts,
} from '@carrara/contract/performance/economicTerms/economicTerms';
import { calendarDate, err, ok } from '@carrara/domain/kernel';
import { type CarrySummary, summarizeCarry } from '@carrara/domain/performance/carryTerms';
import type { TermsToSave } from '@carrara/domain/performance/economicTerms';
import type { Operations } from '../../../core/operations.ts';
import { checkParties, saveEconomicTerms } from '../../../usecases/performance/economicTerms.ts';

const names = Object.keys(economicTermFields) as EconomicTermName[];
type Term = string | StatusValue | null | undefined;

const labelOf = (value: Term): string | null =>
  value == null || value === '' ? null : typeof value === 'string' ? `${value} %` : value.description;

/**
 * Returns the effective terms: the investor's own, otherwise the fund's. Carry terms are those in force on a day, changed
 * by the investor's side letters.
 */
export async function termsInForce(
  tx: Transaction,
  fundId: string,
  investorId: string | null,
  on: string,
): Promise<EconomicTerms> {
  const all = await economicTermsStore.find(tx, { vehicleId: fundId });
  const ofFund = all.find((storedTerms) => storedTerms.investorId === null);
  const own = investorId === null ? ofFund : all.find((storedTerms) => storedTerms.investorId === investorId);
  const carryTerms = await carryTermsOn(tx, fundId, on);
  const investors = investorId === null ? [] : await committedInvestors(tx, fundId);
  const investor = investors.find((candidate) => candidate.investorId === investorId);
  const carry = { ofFund: summary(carryTerms), own: summary(carryTerms, investor, calendarDate(on)) };
  const isCarry = (name: EconomicTermName): name is keyof CarrySummary => name in carry.own;
  const valueOf = (name: EconomicTermName) =>
    isCarry(name) ? carry.own[name] : (own?.[name] ?? ofFund?.[name] ?? null);
  const isOfFund = (name: EconomicTermName) =>
    isCarry(name) ? labelOf(carry.own[name]) === labelOf(carry.ofFund[name]) : own === ofFund || own?.[name] == null;
  return {
    fundId,
    investorId,
    rowVersion: own?.rowVersion ?? null,
    ...(Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Pick<EconomicTerms, EconomicTermName>),
    terms: names.map((name) => ({
      code: name,
      name: economicTermFields[name].title,
      value: labelOf(valueOf(name)),
      isOfFund: isOfFund(name),
    })),
  };
}

function summary(...parameters: Parameters<typeof summarizeCarry>) {
  const { waterfall, ...terms } = summarizeCarry(...parameters);
  return {
    ...terms,
    waterfall: waterfall === null ? null : { code: waterfall, description: termTexts[waterfall] ?? waterfall },
  };
}

const orNull = (id: string | null | undefined): string | null => (id == null || id === emptyId ? null : id);

export const economicTermsOperations: Operations<typeof economicTermsEndpoints> = {
  async getEconomicTerms({ tx, today }, { params }) {
    const { fundId } = params;
    const investorId = orNull(params.investorId);
    const parties = await checkParties(tx, { fundId, investorId });
    return parties.isErr() ? err(parties.error) : ok(await termsInForce(tx, fundId, investorId, today));
  },

  async saveEconomicTerms(
    { tx, today },
    { params: { fundId }, body: { rowVersion, investorId: investor, ...values } },
  ) {
    const investorId = orNull(investor);
    const terms = { rowVersion, values: values as TermsToSave['values'] };
    const saved = await saveEconomicTerms(tx, { fundId, investorId }, terms);
    return saved.isErr() ? err(saved.error) : ok(await termsInForce(tx, fundId, investorId, today));
  },
};
