import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../core/operations.ts';
import { by, dayAfter, type Firm, type Happening, latest, type PlanRow } from './firm.ts';
import { drawLogo } from './pictures.ts';
import type { VehicleFacts } from './vehicleFacts.ts';

interface FundFacts {
  readonly platform: string;
  readonly region: string;
  readonly sectors: readonly string[];
  /** Names of the fund's status, with dates. */
  readonly statuses: readonly (readonly [day: string, status: string])[];
}
export interface VintageFacts {
  readonly fund: string;
  readonly from: number;
  readonly to: number;
  readonly type: 'SHARES' | 'INTEREST' | 'VARIABLE';
  readonly shares?: string;
  /** A participant who joined later, with a share. */
  readonly joined?: {
    readonly day: string;
    readonly participant: string;
    readonly percent: string;
    readonly reason: string;
  };
}
interface InvestmentFacts {
  readonly type: string;
  readonly industry: string;
  readonly line: string;
  readonly city: string;
  readonly region?: string;
  readonly postalCode: string;
  /** For inactive investments: the dates of partial and full sales. */
  readonly sold?: readonly (readonly [day: string, status: string])[];
}
export interface PortfolioFacts {
  readonly funds: Readonly<Record<string, FundFacts>>;
  readonly vintages: readonly VintageFacts[];
  readonly coinvestmentStatuses: Readonly<Record<string, string>>;
  /** Size and end of the investment period of funds and coinvestments, if known. */
  readonly vehicles?: Readonly<Record<string, Pick<VehicleFacts, 'size' | 'investsUntil'>>>;
  readonly investments: Readonly<Record<string, InvestmentFacts>>;
  /** Last date on which the firm enters records by hand. Later events of the plan are entered then. */
  readonly until: string;
}

const vintageTypes = { SHARES: 'Vintage Shares', INTEREST: 'Profile Interest', VARIABLE: 'Variable' } as const;
export const vintageName = ({ fund, from, to }: VintageFacts): string => `${fund} ${from}–${to}`;

const fundRow = (firm: Firm, code: string) => firm.plan.funds.find((each) => each.code === code);
/** Returns the date when a fund or coinvestment is entered. */
export function enteredFund(firm: Firm, code: string): string {
  const coinvestment = firm.plan.coinvestments.find((each) => each.code === code);
  const own = coinvestment ? coinvestment.initialCloseDate : fundRow(firm, code)?.initialCloseDate;
  return latest(dayAfter(firm.opened, 3), own, coinvestment && enteredFund(firm, coinvestment.fund));
}
function boughtOn(firm: Firm, row: PlanRow<'investments'>): string {
  return latest(dayAfter(firm.opened, 5), row.initialInvestmentDate, dayAfter(enteredFund(firm, row.fund), 1));
}
/** Returns the date when a tranche is entered, not before its investment and holder. */
export function enteredTranche(firm: Firm, facts: PortfolioFacts, row: PlanRow<'tranches'>): string {
  const investment = firm.plan.investments.find(({ code }) => code === row.investment);
  const day = latest(
    row.investmentDate,
    investment && boughtOn(firm, investment),
    dayAfter(enteredFund(firm, row.holder), 1),
  );
  return day > facts.until ? facts.until : day;
}

/** Returns the manager of the firm's vehicles, if the firm stores managers. */
const managerOf = ({ book }: Firm) => (book.knows('firm', 'ALDER') ? { id: book.id('firm', 'ALDER') } : null);

function fundBody(firm: Firm, code: string, { vehicles }: PortfolioFacts, facts: FundFacts, status: string) {
  const { book } = firm;
  const row = fundRow(firm, code);
  return {
    code,
    legalName: row?.legalName ?? code,
    fundFamily: book.reference('fund-family', row?.fundFamily),
    currency: { id: book.reference('currency', row?.currency)?.id ?? '' },
    totalCapitalRaised: row?.size ?? null,
    initialCloseDate: row?.initialCloseDate ?? null,
    finalCloseDate: row?.finalCloseDate ?? null,
    escrowReleaseDate: row?.escrowReleaseDate ?? null,
    investmentPeriodEnd: vehicles?.[code]?.investsUntil ?? null,
    platform: book.reference('platform', facts.platform),
    region: book.reference('region', facts.region),
    sectors: facts.sectors.flatMap((sector) => book.reference('sector', sector) ?? []),
    status: book.reference('fund-status', status),
    firm: managerOf(firm),
  };
}

function raise(firm: Firm, code: string, facts: FundFacts, all: PortfolioFacts): Happening[] {
  const { book, operations } = firm;
  const entered = enteredFund(firm, code);
  const before = facts.statuses.filter(([day]) => day <= entered).at(-1)?.[1];
  const later = facts.statuses.filter(([day]) => day > entered);
  const save = (day: string, status: string, reason?: string) =>
    by(firm, day, async (context) => {
      const isNew = !book.knows('fund', code);
      const read = isNew
        ? undefined
        : await operations.fund.getFund(context, { params: { id: book.id('fund', code) } });
      if (read?.isErr()) return err(read.error);
      const head = read?.isOk() ? { id: read.value.id, rowVersion: read.value.rowVersion, reason: reason ?? null } : {};
      const saved = await operations.fund.saveFund(context, {
        body: { ...fundBody(firm, code, all, facts, status), ...head },
      });
      return saved.map(({ id }) => book.keep('fund', code, id));
    });
  return [
    save(entered, before ?? 'Investing'),
    ...later.map(([day, status]) => save(day, status, `Now ${status.toLowerCase()}`)),
  ];
}

function defineVintage(firm: Firm, facts: VintageFacts): Happening {
  const { book, operations } = firm;
  const { fund, from, to, type, shares } = facts;
  const name = vintageName(facts);
  return by(firm, latest(enteredFund(firm, fund), `${from}-01-04`), async (context) => {
    const saved = await operations.vintage.saveVintage(context, {
      body: {
        vintageName: name,
        fund: { id: book.id('fund', fund) },
        vintageType: { code: type, description: vintageTypes[type] },
        vintageYear: from,
        startDate: `${from}-01-01`,
        endDate: `${to}-12-31`,
        totalShares: shares ?? null,
        description: `What ${fund} buys from ${from} to ${to}.`,
      },
    });
    return saved.map(({ id }) => book.keep('vintage', name, id));
  });
}

function openCoinvestment(firm: Firm, row: PlanRow<'coinvestments'>, facts: PortfolioFacts): Happening {
  const { book, operations } = firm;
  const { code, name, fund, initialCloseDate } = row;
  const close = initialCloseDate ?? enteredFund(firm, code);
  return by(firm, enteredFund(firm, code), async (context) => {
    const saved = await operations.coinvestment.saveCoinvestment(context, {
      body: {
        code,
        name,
        fund: { id: book.id('fund', fund) },
        status: book.reference('coinvestment-status', facts.coinvestmentStatuses[code] ?? 'Open'),
        currency: book.reference('currency', fundRow(firm, fund)?.currency),
        firm: managerOf(firm),
        initialCloseDate: close,
        finalCloseDate: dayAfter(close, 184),
        escrowReleaseDate: `${Number(close.slice(0, 4)) + 10}${close.slice(4)}`,
        totalCapitalRaised: facts.vehicles?.[code]?.size ?? null,
        investmentPeriodEnd: facts.vehicles?.[code]?.investsUntil ?? null,
      },
    });
    return saved.map(({ id }) => book.keep('coinvestment', code, id));
  });
}

/** Saves an investment with changes and its holders. */
async function changeInvestment(
  firm: Firm,
  context: RequestContext,
  code: string,
  change: { readonly status?: string; readonly coinvestment?: string; readonly reason: string },
) {
  const { book, operations } = firm;
  const read = await operations.investment.getInvestment(context, { params: { id: book.id('investment', code) } });
  if (read.isErr()) return err(read.error);
  const { id, rowVersion, name, legalName, type, status, industries, sector, initialInvestmentDate, address } =
    read.value;
  const { fundInvestments, coinvestmentInvestments } = read.value;
  const added = change.coinvestment ? [{ coinvestment: { id: book.id('coinvestment', change.coinvestment) } }] : [];
  const body = {
    id,
    rowVersion,
    code,
    name,
    legalName,
    type,
    industries,
    sector,
    initialInvestmentDate,
    address,
    reason: change.reason,
    status: change.status ? book.reference('investment-status', change.status) : status,
    fundInvestments: fundInvestments.map(({ id: part, fund, vintage }) => ({ id: part, fund, vintage })),
    coinvestmentInvestments: [
      ...coinvestmentInvestments.map(({ id: part, coinvestment, vintage }) => ({ id: part, coinvestment, vintage })),
      ...added,
    ],
  };
  const saved = await operations.investment.saveInvestment(context, { body });
  if (saved.isErr()) return err(saved.error);
  const part = saved.value.coinvestmentInvestments.at(-1);
  if (change.coinvestment && part) book.keep('part', `${code}/${change.coinvestment}`, part.id);
  return ok(undefined);
}

function buy(firm: Firm, row: PlanRow<'investments'>, facts: PortfolioFacts, number: number): Happening[] {
  const { book, operations } = firm;
  const { code, name, legalName, fund, sector, country, initialInvestmentDate } = row;
  const own = facts.investments[code];
  if (!own) throw new Error(`demo: nothing is told of ${code}`);
  const year = Number(initialInvestmentDate?.slice(0, 4));
  const vintage = facts.vintages.find((each) => each.fund === fund && each.from <= year && year <= each.to);
  const sold = (own.sold ?? []).map(([day, status]) =>
    by(firm, day, (context) =>
      changeInvestment(firm, context, code, { status, reason: `${status} on the sale of ${day.slice(0, 4)}` }),
    ),
  );
  const isOpen = row.status === 'Active' || row.status === null;
  return [
    by(firm, boughtOn(firm, row), async (context) => {
      const saved = await operations.investment.saveInvestment(context, {
        body: {
          code,
          name,
          legalName,
          type: book.reference('investment-type', own.type),
          industries: [book.reference('industry', own.industry)].flatMap((each) => each ?? []),
          sector: book.reference('sector', sector),
          status: book.reference('investment-status', isOpen || sold.length > 0 ? 'Active' : row.status),
          initialInvestmentDate: initialInvestmentDate ?? null,
          address: {
            addressLine1: own.line,
            city: own.city,
            stateRegion: own.region ?? null,
            postalCode: own.postalCode,
            country: book.reference('country', country),
          },
          fundInvestments: [
            {
              fund: { id: book.id('fund', fund) },
              vintage: vintage ? { id: book.id('vintage', vintageName(vintage)) } : null,
            },
          ],
          coinvestmentInvestments: [],
        },
      });
      if (saved.isErr()) return err(saved.error);
      const { id, rowVersion, fundInvestments } = saved.value;
      book.keep('investment', code, id);
      for (const part of fundInvestments) book.keep('part', `${code}/${fund}`, part.id);
      const logo = `data:image/png;base64,${drawLogo(number).toString('base64')}`;
      return operations.image.changeInvestmentLogo(context, { body: { id, rowVersion, logo } });
    }),
    ...sold,
  ];
}

function payTranche(firm: Firm, row: PlanRow<'tranches'>, facts: PortfolioFacts): Happening {
  const { book, operations } = firm;
  const { investment, holder, number, name, investmentDate, investedAmount } = row;
  const day = enteredTranche(firm, facts, row);
  const isFund = firm.plan.funds.some(({ code }) => code === holder);
  const sale = facts.investments[investment]?.sold?.find(([, status]) => status === 'Realized');
  const status = sale && sale[0] <= day ? 'Realized' : (investmentDate ?? '') > facts.until ? 'Open' : 'Closed';
  return by(firm, day, async (context) => {
    if (!isFund && !book.knows('part', `${investment}/${holder}`)) {
      const held = { coinvestment: holder, reason: `${holder} buys beside the fund` };
      const joined = await changeInvestment(firm, context, investment, held);
      if (joined.isErr()) return err(joined.error);
    }
    const part = { id: book.id('part', `${investment}/${holder}`) };
    const saved = await operations.tranche.saveTranche(context, {
      params: { investmentId: book.id('investment', investment) },
      body: {
        name: name ?? null,
        trancheNumber: Number(number),
        investmentDate: investmentDate ?? null,
        investedAmount: investedAmount ?? null,
        status: book.reference('tranche-status', status),
        ...(isFund ? { fundInvestment: part } : { coinvestmentInvestment: part }),
      },
    });
    return saved.map(({ id }) => book.keep('tranche', `${investment}/${holder}/${number}`, id));
  });
}

/** Plays raising funds, defining vintages, buying companies in tranches and selling them. */
export function portfolio(firm: Firm, facts: PortfolioFacts): Happening[] {
  const { plan } = firm;
  return [
    ...Object.entries(facts.funds).flatMap(([code, own]) => raise(firm, code, own, facts)),
    ...facts.vintages.map((each) => defineVintage(firm, each)),
    ...plan.coinvestments.map((row) => openCoinvestment(firm, row, facts)),
    ...plan.investments.flatMap((row, at) => buy(firm, row, facts, at)),
    ...plan.tranches.map((row) => payTranche(firm, row, facts)),
  ];
}
