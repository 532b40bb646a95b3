import type { ReportingTemplate } from '@carrara/adapters/spreadsheet';
import type { CalendarDate } from '@carrara/domain/kernel';
import { type AccountColumn, accountPeriods, type CapitalAccount } from '@carrara/domain/performance/capitalAccount';
import { type FoundStatements, navRows, statementOfFound } from './statementAnswers.ts';

const american = (day: string | null): string | null => day && `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** ILPA's Reporting Template of an investor in a fund; of the fund alone its LP columns are the fund's. */
export function reportingTemplateOf(
  { found, end, investor }: FoundStatements,
  known: string,
  today: CalendarDate,
): ReportingTemplate {
  const { partners, fund, gp } = statementOfFound({ found, end });
  const { vehicle, events } = found;
  const closes = events.flatMap(({ kind, date }) => (kind === 'CLOSE' ? [date] : [])).sort();
  const shown = (account: CapitalAccount) => (vehicle.navBasis === 'LEDGER' ? account : withoutNav(account));
  const flows = found.trades.map(({ effective }) => effective).sort();
  return {
    fund: vehicle.name,
    investor: investor?.investorName ?? 'All partners',
    currency: vehicle.currency,
    dates: [
      { label: 'Initial Closing', date: american(closes[0] ?? null) },
      { label: 'Final Closing', date: american(closes.at(-1) ?? null) },
      { label: 'Commencement of Operations', date: american(flows[0] ?? null) },
      { label: 'Period End', date: american(end) },
    ],
    accounts: {
      LP: shown(investor === undefined ? fund : partners.get(investor.id)!),
      Fund: shown(fund),
      GP: shown(gp),
    },
    footnotes: [`Made by Carrara on ${american(today) ?? ''} from the ledger of ${vehicle.name}: ${known}.`],
  };
}

/** Of a fund whose net asset value is reported: what the ledger cannot tell. */
function withoutNav(account: CapitalAccount): CapitalAccount {
  const told = (column: AccountColumn): AccountColumn => new Map([...column].filter(([row]) => !navRows.has(row)));
  const [QTD, YTD, ITD] = accountPeriods.map((period) => told(account[period]));
  return { QTD: QTD!, YTD: YTD!, ITD: ITD! };
}
