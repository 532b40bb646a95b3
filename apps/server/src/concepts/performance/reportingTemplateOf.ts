import type { ReportingTemplate } from '@carrara/adapters/spreadsheet';
import type { CalendarDate } from '@carrara/domain/kernel';
import { type FoundStatements, statementOfFound } from './statementAnswers.ts';

const american = (day: string | null): string | null => day && `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/**
 * Creates ILPA's Reporting Template for an investor in a fund. Without an investor, the LP columns contain the whole
 * fund.
 */
export function reportingTemplateOf(
  { found, end, investor }: FoundStatements,
  known: string,
  today: CalendarDate,
): ReportingTemplate {
  const { partners, fund, gp } = statementOfFound({ found, end }, investor?.id);
  const { vehicle, events } = found;
  const closes = events.flatMap(({ kind, date }) => (kind === 'CLOSE' ? [date] : [])).sort();
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
      LP: investor === undefined ? fund : partners.get(investor.id)!,
      Fund: fund,
      GP: gp,
    },
    footnotes: [`Created by Carrara on ${american(today) ?? ''} from the ledger of ${vehicle.name}: ${known}.`],
  };
}
