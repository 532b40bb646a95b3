import type { PrintedChart } from '@carrara/adapters/pdf/lineChart';
import type { PrintedProfile } from '@carrara/adapters/pdf/profilePdf';
import { print, printDate } from '@carrara/adapters/pdf/print';
import {
  commitmentsOfInvestor,
  figuresOfInvestor,
  investorHead,
  type InvestorQuarter,
  quartersOfInvestor,
} from '@carrara/adapters/postgres/performance/statement/investorReads';
import { figureCovers, notInTotalText } from '@carrara/contract/core/coverage';
import { displayedFigure, reportedThroughMark } from '@carrara/contract/core/displayedFigure';
import { reportedMultiplesTitle } from '@carrara/contract/performance/fundProfile/figureNotes';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../../core/operations.ts';
import { ownerNotFound } from '../../../core/ownerScope.ts';
import { loadLetterhead } from '../../../letters/letterhead.ts';
import { holdingsOfInvestor } from './holdingsOfInvestor.ts';

const facts = [
  ['commitment', 'money', 'Total commitment'],
  ['contributions', 'money', 'Invested capital'],
  ['distributions', 'money', 'Distributions'],
  ['unfunded', 'money', 'Unfunded'],
  ['nav', 'money', 'NAV'],
  ['irr', 'return', 'Personal IRR'],
  ['dpi', 'multiple', 'DPI'],
  ['tvpi', 'multiple', 'TVPI'],
] as const;

const money = (field: string, title: string) => ({ field, kind: 'money', title }) as const;
const funds = [
  { field: 'fundName', kind: 'text', title: 'Fund' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  money('commitment', 'Commitment'),
  money('contributions', 'Contributions'),
  money('distributions', 'Distributions'),
  money('unfunded', 'Unfunded'),
  money('nav', 'NAV'),
  { field: 'irr', kind: 'return', title: 'Net IRR' },
  { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
] as const;
const investments = [
  { field: 'investment', kind: 'reference', title: 'Investment' },
  { field: 'fund', kind: 'reference', title: 'Fund' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  money('invested', 'Invested'),
  money('proceeds', 'Proceeds'),
  money('income', 'Income'),
  money('fairValue', 'Fair value'),
  money('gain', 'Gain'),
  { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
  { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
] as const;

const lines = [
  ['contributions', 'Contributions'],
  ['distributions', 'Distributions'],
  ['nav', 'NAV'],
] as const;
function cashChart(currency: string, all: readonly InvestorQuarter[]): PrintedChart {
  const quarters = all.filter((quarter) => quarter.currency === currency);
  return {
    title: `Contributions, distributions and NAV, ${currency}`,
    categories: quarters.map(({ quarter }) => printDate(quarter)),
    series: lines.map(([field, name]) => ({ name, values: quarters.map((quarter) => quarter[field]) })),
  };
}

/** Lays out an investor for print: its figures per currency, its funds, and its share in their holdings. */
export async function investorProfile(
  { tx, tenant }: RequestContext,
  { id, endDate }: { readonly id: string; readonly endDate: string },
): Promise<Result<PrintedProfile, Failures>> {
  const head = await investorHead(tx, id);
  if (head === undefined) return ownerNotFound('investor');
  const byCurrency = await figuresOfInvestor(tx, id, endDate);
  const commitments = await commitmentsOfInvestor(tx, id, endDate);
  const quarters = (await quartersOfInvestor(tx, id)).filter(({ quarter }) => quarter <= endDate);
  // The investor's funds can have several firms.
  const issuer = await loadLetterhead(tx, tenant);
  const holdingsResult = await holdingsOfInvestor(tx, id, endDate);
  return holdingsResult.map(
    (holdings): PrintedProfile => ({
      head: issuer,
      title: 'Investor profile',
      name: head.investorName,
      note: `${head.investorType} \u00b7 ${printDate(endDate)}`,
      facts: byCurrency.flatMap((figures) => [
        ...facts.map(([field, kind, title]) => {
          const displayed = displayedFigure({ field, kind }, { ...figures });
          const label = kind === 'money' ? `${title}, ${figures.currency}` : title;
          const notes = [figureCovers(field, { ...figures }), reportedThroughMark(field, { ...figures })?.toLowerCase()]
            .filter((note) => note !== undefined)
            .join('; ');
          const text = print(displayed.kind, displayed.value);
          return { label, text: notes === '' ? text : `${text} (${notes})` };
        }),
        ...(figures.coverage === null ? [] : [{ label: `Coverage, ${figures.currency}`, text: figures.coverage }]),
        ...(figures.contradiction === null
          ? []
          : [{ label: `${reportedMultiplesTitle}, ${figures.currency}`, text: figures.contradiction }]),
      ]),
      charts: byCurrency.map(({ currency }) => cashChart(currency, quarters)),
      chartNotes: quarters.flatMap(({ quarter, currency, coverage }) =>
        coverage === null ? [] : [`${printDate(quarter)}, ${currency}: ${coverage}`],
      ),
      tables: [
        {
          title: 'Funds',
          columns: funds,
          rows: commitments.map((commitment) => ({
            ...commitment,
            fundName: [commitment.fundName, ...(commitment.excluded ? [notInTotalText(commitment.excluded)] : [])].join(
              '. ',
            ),
          })),
          totals: byCurrency.map(({ coverage, ...figures }) => ({
            ...figures,
            fundName: ['Total', ...(coverage === null ? [] : [coverage])].join(': '),
          })),
        },
        { title: 'Investments', columns: investments, rows: holdings.map((holding) => ({ ...holding })) },
      ],
    }),
  );
}
