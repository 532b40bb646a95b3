import { investorNamed, loadVehicle, periodsOf } from '@carrara/adapters/postgres/performance/ledger';
import { economicTermsStore, type StoredTerms } from '@carrara/adapters/postgres/performance/analysis';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { emptyId, type StatusValue } from '@carrara/contract/core/kinds';
import {
  economicTermFields,
  type EconomicTermName,
  type EconomicTerms,
  type economicTermsEndpoints,
} from '@carrara/contract/performance/economicTerms';
import { decimal, err, type Failure, type Failures, fail, hundred, ok, type Result } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { noVehicle } from '../../usecases/ledgerPosting.ts';

const names = Object.keys(economicTermFields) as EconomicTermName[];
type Term = string | StatusValue | null | undefined;
type Given = Readonly<Partial<Record<EconomicTermName, Term>>>;

const find = async (tx: Transaction, vehicleId: string, investorId: string | null): Promise<StoredTerms | undefined> =>
  (await economicTermsStore.find(tx, { vehicleId })).find((one) => one.investorId === investorId);

const wordsOf = (value: Term): string | null =>
  value == null || value === '' ? null : typeof value === 'string' ? `${value} %` : value.description;

/** Returns the effective terms: the investor's own, otherwise the fund's. */
export async function termsInForce(tx: Transaction, fundId: string, investorId: string | null): Promise<EconomicTerms> {
  const all = await economicTermsStore.find(tx, { vehicleId: fundId });
  const ofFund = all.find((one) => one.investorId === null);
  const own = investorId === null ? ofFund : all.find((one) => one.investorId === investorId);
  const valueOf = (name: EconomicTermName) => own?.[name] ?? ofFund?.[name] ?? null;
  return {
    fundId,
    investorId,
    rowVersion: own?.rowVersion ?? null,
    ...(Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Pick<EconomicTerms, EconomicTermName>),
    terms: names.map((name) => ({
      code: name,
      name: economicTermFields[name].title,
      value: wordsOf(valueOf(name)),
      isOfFund: own === ofFund || own?.[name] == null,
    })),
  };
}

const percentages = names.filter((name) => economicTermFields[name].kind === 'percent');

function failuresOf(given: Given): readonly Failure[] {
  const failures = percentages.flatMap((name): readonly Failure[] => {
    const value = given[name];
    if (typeof value !== 'string' || value === '' || decimal(value).lte(hundred)) return [];
    return [fail('PERCENT_RANGE', [name], `${economicTermFields[name].title} must be from 0 to 100.`)];
  });
  const [carry, catchUp] = [given.carry, given.catchUp];
  if (typeof catchUp === 'string' && typeof carry === 'string' && catchUp !== '' && carry !== '') {
    const [share, caught] = [decimal(carry), decimal(catchUp)];
    if (!caught.isZero() && caught.lte(share))
      failures.push(
        fail('PERCENT_RANGE', ['catchUp'], 'The catch-up must be 0, or above the carry and at most 100 percent.'),
      );
  }
  return failures;
}

const codeOf = (value: Term) => (value !== null && typeof value === 'object' ? value.code : null);

/** Refuses to change the method of the Performance Template once a quarter was closed with it. */
async function methodFixed(
  tx: Transaction,
  fundId: string,
  before: StoredTerms | undefined,
  given: Given,
): Promise<Failures> {
  const method = codeOf(before?.performanceMethod);
  if (method === null || method === codeOf(given.performanceMethod)) return [];
  const isLocked = (await periodsOf(tx, fundId)).some(({ status }) => status === 'LOCKED');
  return isLocked
    ? [
        fail(
          'PERIOD_LOCKED',
          ['performanceMethod'],
          'You can’t change the method once a quarter is locked. A fund uses one method throughout its life.',
        ),
      ]
    : [];
}

async function partiesOf(tx: Transaction, fundId: string, investorId: string | null): Promise<Result<void, Failures>> {
  if ((await loadVehicle(tx, fundId)) === undefined) return err(noVehicle(fundId));
  if (investorId !== null && (await investorNamed(tx, investorId)) === undefined) {
    return err([fail('NOT_FOUND', ['investorId'], `There is no investor ${investorId}.`)]);
  }
  return ok(undefined);
}
const orNobody = (id: string | null | undefined): string | null => (id == null || id === emptyId ? null : id);

export const economicTermsOperations: Operations<typeof economicTermsEndpoints> = {
  async getEconomicTerms({ tx }, { params: { fundId, investorId } }) {
    const parties = await partiesOf(tx, fundId, orNobody(investorId));
    return parties.isErr() ? err(parties.error) : ok(await termsInForce(tx, fundId, orNobody(investorId)));
  },

  async saveEconomicTerms({ tx }, { params: { fundId }, body }) {
    const { rowVersion, investorId: given, ...values } = body;
    const investorId = orNobody(given);
    const parties = await partiesOf(tx, fundId, investorId);
    if (parties.isErr()) return err(parties.error);
    const before = await find(tx, fundId, investorId);
    if (before !== undefined && typeof rowVersion !== 'number') {
      return err([fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'Send the RowVersion of the terms to change them.')]);
    }
    const failures = [
      ...failuresOf(values as Given),
      ...(investorId === null ? await methodFixed(tx, fundId, before, values as Given) : []),
    ];
    if (investorId !== null && codeOf(values.performanceMethod as Term) !== null)
      failures.push(
        fail(
          'FIELD_NOT_OF_TYPE',
          ['performanceMethod'],
          'Set the method for the fund. It applies to all its investors.',
        ),
      );
    if (failures.length > 0) return err(failures);
    const act = { operation: 'saveEconomicTerms', containerId: fundId };
    const saved = before
      ? await economicTermsStore.update(tx, act, before.id, rowVersion ?? 0, values)
      : await economicTermsStore.insert(tx, act, { ...values, vehicleId: fundId, investorId });
    return saved.isErr() ? err([saved.error]) : ok(await termsInForce(tx, fundId, investorId));
  },
};
