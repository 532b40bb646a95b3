import { exportFormats } from '@carrara/contract/core/fileTypes';
import { fundsByDate, readInvestorTypes } from '@carrara/adapters/postgres/performance/analysis/ilpaReads';
import { storedCommitments } from '@carrara/adapters/postgres/performance/analysis/storedCommitments';
import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures/reportingDates';
import { statedInvestors } from '@carrara/adapters/postgres/performance/statement/statementLists';
import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import { emptyId, type StatusValue } from '@carrara/contract/core/kinds';
import {
  comparedInvestorTypes,
  feeInvestorTypes,
  feePeriods,
  type FeeTable,
  type ilpaEndpoints,
  type PerformanceTemplateAnswer,
} from '@carrara/contract/performance/ilpa/ilpa';
import {
  calendarDate,
  type Decimal,
  err,
  fail,
  type Failures,
  moneyText,
  ok,
  type Result,
  displayedDate,
  significantText,
} from '@carrara/domain/kernel';
import {
  type AccountPeriod,
  type CapitalAccount,
  statementDates,
  sumOfDetermined,
} from '@carrara/domain/performance/capitalAccount';
import { analyzeAccount, performanceInput } from '@carrara/domain/performance/analysis';
import { withoutReversed } from '@carrara/domain/performance/ledger';
import { missingReport } from '@carrara/domain/performance/period';
import {
  feeAmount,
  feeProperties,
  flowsOfLedger,
  performanceColumns,
  type PerformanceMethod,
  performanceTemplate,
} from '@carrara/domain/performance/ilpa';
import { rateText } from '@carrara/domain/performance/return';
import { accountSummary } from '@carrara/domain/performance/statement';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { termsInForce } from '../terms/economicTerms.ts';
import { ledgerFor } from '../vehicle/ownBooks.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { buildReportingTemplate } from './buildReportingTemplate.ts';
import {
  findStatements,
  type FoundStatements,
  isAsReported,
  notReported,
  statementOfFound,
  type MissingReason,
  missingReason,
} from './statementAnswers.ts';
import { isMissing, noRows, templateFigures } from './templateFigures.ts';

type FeeType = (typeof feeInvestorTypes)[number];

/** Default names, if the firm has no entry of its own. */
const typeNames: Readonly<Record<FeeType, string>> = {
  FUND: 'Fund',
  RELATEDPARTY: 'Related party',
  GP: 'General partner',
};

const fundOf = ({ found: { vehicle } }: FoundStatements) => ({
  fundId: vehicle.id,
  fundName: vehicle.name,
  fundCode: vehicle.code,
});
const investorOf = ({ investor }: FoundStatements) =>
  investor === undefined
    ? null
    : { investorId: investor.investorId, investorName: investor.investorName, investorCode: investor.investorCode };

/** The account of a fee table, and why it lacks rows. */
interface FeeAccount {
  readonly account: CapitalAccount;
  readonly whyNot: MissingReason;
}

/** Returns the account of an investor type: of all, of the general partner, or of related parties. */
async function accountOfType(context: RequestContext, statements: FoundStatements, type: FeeType): Promise<FeeAccount> {
  const { accounts, isOfWholeFund, sentAs, whyNot } = await templateFigures(context, statements);
  if (type !== 'RELATEDPARTY') return { account: type === 'FUND' ? accounts.Fund : accounts.GP, whyNot };
  const isOwnLedger = isOfWholeFund && sentAs === null;
  if (!isOwnLedger) {
    const message = `The related parties of ${statements.found.vehicle.name} aren’t known here.`;
    return { account: noRows, whyNot: isOfWholeFund ? { code: 'NOT_REPORTED', message } : whyNot };
  }
  const { partners } = statementOfFound(statements);
  const types = await readInvestorTypes(context.tx, statements.found.vehicle.id);
  const own = [...partners].flatMap(([id, account]) => (types.get(id)?.code === type ? [account] : []));
  return { account: sumOfDetermined(own), whyNot };
}

function feeTableOf(statements: FoundStatements, { account, whyNot }: FeeAccount, investorType: string): FeeTable {
  const { found, end } = statements;
  const dates = statementDates(end, found.vehicle.fiscalYearEnd);
  const starts = { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null };
  return {
    fund: fundOf(statements),
    investor: investorOf(statements),
    investorType,
    currency: found.vehicle.currency,
    periods: feePeriods.map(({ code, periodName }) => ({
      code,
      periodName,
      startDate: starts[code],
      endDate: end,
      propertySections: feeProperties.map(({ properties, ...section }) => ({
        ...section,
        properties: properties.map((property) => {
          const amount = feeAmount(account[code], property.row);
          return { ...property, amount: amount && moneyText(amount) };
        }),
      })),
    })),
    notDetermined: feeProperties
      .flatMap(({ properties }) => properties)
      .flatMap(({ row }) => (isMissing(account, row) ? [{ field: String(row), ...whyNot }] : [])),
  };
}

async function profileOf(context: RequestContext, statements: FoundStatements) {
  const { tx } = context;
  const { found, end, investor } = statements;
  const { accounts, initialClosing, finalClosing, isOfWholeFund, sentAs, whyNot } = await templateFigures(
    context,
    statements,
  );
  const summary = accountSummary((investor === undefined ? accounts.Fund : accounts.LP).ITD);
  const closes = withoutReversed(found.events)
    .filter(({ kind, commitmentId }) => kind === 'CLOSE' && commitmentId === investor?.id)
    .map(({ date }) => date)
    .sort();
  const figures = {
    commitment: summary.commitment,
    unfunded: summary.unfunded,
    contributions: summary.contributions,
    distributions: summary.distributions,
    nav: summary.ending,
  };
  return {
    fund: fundOf(statements),
    investor: investorOf(statements),
    investorType: (investor && (await readInvestorTypes(tx, found.vehicle.id)).get(investor.id)) ?? null,
    currency: found.vehicle.currency,
    endDate: end,
    initialClosing: investor === undefined ? initialClosing : (closes[0] ?? null),
    finalClosing: investor === undefined ? finalClosing : (closes.at(-1) ?? null),
    // A package doesn't contain the number of partners.
    numberOfInvestors: isOfWholeFund && sentAs === null ? found.commitments.length : null,
    ...(Object.fromEntries(
      Object.entries<Decimal | null>(figures).map(([name, amount]) => [name, amount && moneyText(amount)]),
    ) as Record<keyof typeof figures, string | null>),
    notDetermined: Object.entries<Decimal | null>(figures).flatMap(([field, amount]) =>
      amount === null ? [{ field, ...whyNot }] : [],
    ),
  };
}

const columnTitles = {
  grossWith: 'Gross, with subscription facility',
  netWith: 'Net, with subscription facility',
  grossWithout: 'Gross, without subscription facility',
  netWithout: 'Net, without subscription facility',
} as const;

interface PerformanceQuery {
  readonly fundId: string;
  readonly endDate: string;
  readonly method?: PerformanceMethod | undefined;
}

async function performanceOf(
  { tx, tenant }: RequestContext,
  { fundId, endDate, method: requestedMethod }: PerformanceQuery,
): Promise<Result<PerformanceTemplateAnswer, Failures>> {
  const vehicle = await loadVehicle(tx, fundId);
  if (vehicle === undefined) return err(vehicleNotFound());
  const end = calendarDate(endDate);
  const [ledger, commitments, terms, onDay] = await Promise.all([
    loadLedger(tx, vehicle),
    storedCommitments(tx, fundId, endDate),
    termsInForce(tx, fundId, null, endDate),
    fundsByDate(tx, endDate),
  ]);
  const fund = onDay[0]?.funds.find((candidate) => candidate.fundId === fundId);
  if (fund === undefined)
    return err([
      fail('NO_COMMITMENT', ['endDate'], `${vehicle.name} has no figures at the quarter end ${displayedDate(end)}.`),
    ]);
  const ofTerms = (terms.performanceMethod as StatusValue | null)?.code as PerformanceMethod | undefined;
  if (ofTerms !== undefined && requestedMethod !== undefined && requestedMethod !== ofTerms)
    return err([
      fail(
        'CONDITION_NOT_MET',
        ['method'],
        `The terms of ${vehicle.name} use the method ${ofTerms}. A fund uses one method throughout its life.`,
      ),
    ]);
  const method = ofTerms ?? requestedMethod;
  if (method === undefined) {
    return err([
      fail(
        'NOT_DETERMINED',
        ['method'],
        `${vehicle.name} has no performance method yet. Set it under Analysis > Fee template > Economic terms, in the field Performance Template.`,
      ),
    ]);
  }
  return analyzeAccount(ledgerFor(tenant, ledger), commitments, end).andThen((account) => {
    const { navBeforeCarry } = account;
    if (navBeforeCarry === null) return err([fail('NOT_REPORTED', ['endDate'], missingReport('operations').detail)]);
    const input = performanceInput(ledger.entries, { ...account, navBeforeCarry }, end);
    return performanceTemplate(method, flowsOfLedger(method, input.entries, input.end), end).map(
      ({ lines, figures }) => ({
        fund,
        currency: vehicle.currency,
        endDate,
        method,
        coversAllPartners: account.coversAllPartners,
        lines: lines.map(({ date, amount, type, columns }) => ({
          date,
          amount: moneyText(amount),
          type,
          ...(Object.fromEntries(
            performanceColumns.map((name) => {
              const cell = columns[name];
              return [name, cell === undefined ? null : { date: cell.date, amount: moneyText(cell.amount) }];
            }),
          ) as Record<(typeof performanceColumns)[number], { date: string; amount: string } | null>),
        })),
        figures: performanceColumns.map((column) => {
          const { rate, multiple, received, paidIn } = figures[column];
          return {
            column,
            title: columnTitles[column],
            irr: rate.map((found) => rateText(found.rate)).unwrapOr(null),
            irrAnnualized: rate.map((found): boolean | null => found.annualized).unwrapOr(null),
            multiple: multiple && significantText(multiple),
            received: moneyText(received),
            paidIn: moneyText(paidIn),
            notDetermined: rate.isErr() ? [{ field: 'irr', code: rate.error.code, message: rate.error.detail }] : [],
          };
        }),
      }),
    );
  });
}

const summaryRows = { managementFees: 25, expenses: 62, offsets: 84, total: 85, carriedInterest: 100 } as const;

export const ilpaOperations: Operations<typeof ilpaEndpoints> = {
  listIlpaFunds: async ({ tx }, { params }) => ok((await fundsByDate(tx, params.endDate))[0]?.funds ?? []),
  listIlpaFundsByDate: async ({ tx }) => ok(await fundsByDate(tx, null)),
  listIlpaInvestors: async ({ tx }, { params, query }) => {
    const found = await statedInvestors(tx, { vehicleId: query.fundId ?? null, until: params.endDate });
    return ok(found.map(({ id, name, code }) => ({ investorId: id, investorName: name, investorCode: code })));
  },
  async getIlpaSummary(context, { query }) {
    const statements = await findStatements(context.tx, { fundId: query.fundId, endDate: query.endDate });
    if (statements.isErr()) return err(statements.error);
    if (isAsReported(statements.value)) return err([notReported('fundId', statements.value, 'fees')]);
    const { account, whyNot } = await accountOfType(context, statements.value, query.investorType);
    const rowsFor = (code: AccountPeriod) =>
      Object.fromEntries(
        Object.entries(summaryRows).map(([name, row]) => {
          const amount = feeAmount(account[code], row);
          return [name, amount && moneyText(amount)];
        }),
      ) as Record<keyof typeof summaryRows, string | null>;
    const periods = feePeriods.map(({ code, periodName }) => ({ code, periodName, ...rowsFor(code) }));
    const missing = (Object.keys(summaryRows) as (keyof typeof summaryRows)[]).filter((name) =>
      periods.some((period) => period[name] === null),
    );
    return ok({
      fund: fundOf(statements.value),
      investorType: query.investorType,
      currency: statements.value.found.vehicle.currency,
      endDate: query.endDate,
      periods,
      notDetermined: missing.map((field) => ({ field, ...whyNot })),
    });
  },
  listIlpaReportingDates: async (context) => ok(await reportingDates(context, 'all')),
  async getIlpaProfile(context, { params, query }) {
    const statements = await findStatements(context.tx, { ...query, ...params });
    return statements.isErr() ? err(statements.error) : ok(await profileOf(context, statements.value));
  },
  async getInvestorIlpaProfile(context, { params, query }) {
    const statements = await findStatements(context.tx, { ...query, ...params });
    return statements.isErr() ? err(statements.error) : ok(await profileOf(context, statements.value));
  },
  async getFeeReferences({ tx }) {
    const types = await referenceEntries(tx, 'investor-type', { includeInactive: false });
    const among = (codes: readonly FeeType[]) =>
      codes.map((code) => {
        const entry = types.find((type) => type.code === code);
        return { id: entry?.id ?? emptyId, code, description: entry?.description ?? typeNames[code] };
      });
    return ok({
      periods: feePeriods.map((period) => ({ ...period })),
      feeInvestorTypes: among(feeInvestorTypes),
      comparedInvestorTypes: among(comparedInvestorTypes),
      sections: feeProperties.map(({ code, name }) => ({ code, name })),
    });
  },
  listFeeProperties: async () =>
    ok(
      feeProperties.map(({ properties, ...section }) => ({
        ...section,
        properties: properties.map((property) => ({ ...property })),
      })),
    ),
  async getFees(context, { params, query }) {
    const statements = await findStatements(context.tx, { fundId: query.fundId, endDate: params.endDate });
    if (statements.isErr()) return err(statements.error);
    const account = await accountOfType(context, statements.value, query.investorType);
    return ok(feeTableOf(statements.value, account, query.investorType));
  },
  async getInvestorFees(context, { params, query }) {
    const statements = await findStatements(context.tx, { ...query, ...params });
    if (statements.isErr()) return err(statements.error);
    const { found, investor } = statements.value;
    const type = (await readInvestorTypes(context.tx, found.vehicle.id)).get(investor?.id ?? '')?.code ?? '';
    const { accounts } = await templateFigures(context, statements.value);
    const whyNot = missingReason(statements.value, 'fees, expenses and carried interest');
    return ok(feeTableOf(statements.value, { account: accounts.LP, whyNot }, type));
  },
  async compareFundFees(context, { params, query, body }) {
    const all: { readonly statements: FoundStatements; readonly account: CapitalAccount }[] = [];
    for (const fundId of new Set(body)) {
      const statements = await findStatements(context.tx, { fundId, endDate: params.endDate });
      if (statements.isErr()) return err(statements.error);
      const { account } = await accountOfType(context, statements.value, query.investorType);
      all.push({ statements: statements.value, account });
    }
    return ok({
      periodCode: query.periodCode,
      investorType: query.investorType,
      funds: all.map(({ statements, account }) => {
        const { commitment } = accountSummary(account.ITD);
        return {
          ...fundOf(statements),
          currency: statements.found.vehicle.currency,
          commitment: commitment && moneyText(commitment),
        };
      }),
      data: feeProperties.flatMap(({ name, properties }) =>
        properties.map((property) => ({
          ...property,
          section: name,
          amounts: all.map(({ statements, account }) => {
            const amount = feeAmount(account[query.periodCode], property.row);
            return { fundId: statements.found.vehicle.id, amount: amount && moneyText(amount) };
          }),
        })),
      ),
    });
  },
  async exportInvestorTemplate(context: RequestContext, { query }) {
    const template = await buildReportingTemplate(context, query);
    if (template.isErr()) return err(template.error);
    const { fund, investor } = template.value;
    const { reportingTemplateWorkbook } = await import('@carrara/adapters/spreadsheet/reportingTemplate');
    return ok({
      name: `${fund} ${investor} ILPA Reporting Template ${query.endDate}.xlsx`,
      type: exportFormats.excel.type,
      content: await reportingTemplateWorkbook(template.value),
    });
  },
  getPerformanceTemplate: async (context, { query }) => performanceOf(context, query),
  async exportPerformanceTemplate(context, { query }) {
    const answer = await performanceOf(context, query);
    if (answer.isErr()) return err(answer.error);
    const { performanceTemplateWorkbook } = await import('@carrara/adapters/spreadsheet/performanceTemplate');
    return ok({
      name: `${answer.value.fund.fundName} ILPA Performance Template ${query.endDate}.xlsx`,
      type: exportFormats.excel.type,
      content: await performanceTemplateWorkbook(answer.value, context.today),
    });
  },
};
