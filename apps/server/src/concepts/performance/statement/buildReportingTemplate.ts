import type { ReportingTemplate } from '@carrara/adapters/spreadsheet/reportingTemplate';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { partyTitles } from '@carrara/domain/performance/ilpa';
import type { RequestContext } from '../../../core/operations.ts';
import { existingText } from '../vehicle/existingText.ts';
import { findStatements, isAsReported, notReported, type StatementQuery } from './statementAnswers.ts';
import { templateFigures } from './templateFigures.ts';

const american = (day: string | null): string | null => day && `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/**
 * Creates ILPA's Reporting Template for an investor in a fund. Without an investor, the LP columns contain the whole
 * fund, or in an investor's books its own commitments.
 *
 * Fails: as `findStatements`, and NOT_REPORTED if only sums of the fund were reported.
 */
export async function buildReportingTemplate(
  context: RequestContext,
  request: StatementQuery,
): Promise<Result<ReportingTemplate, Failures>> {
  const { tx, tenant, today } = context;
  const statements = await findStatements(tx, request);
  if (statements.isErr()) return err(statements.error);
  const { found, end, investor } = statements.value;
  const figures = await templateFigures(context, statements.value, request.asKnownOn);
  const { accounts, sentAs, isOfWholeFund, whyNot } = figures;
  if (sentAs === null && isAsReported(statements.value))
    return err([notReported('fundId', statements.value, "the template's rows")]);
  const { vehicle, commitments } = found;
  const own = tenant.isLpTenant && !(isOfWholeFund && sentAs === null);
  const names = own ? commitments.map(({ investorName }) => investorName).join(', ') : 'All partners';
  const name = investor?.investorName ?? names;
  const source =
    sentAs === null
      ? `the ledger of ${vehicle.name}: ${await existingText(tx, { ...request, vehicleId: request.fundId })}`
      : `the package that its manager sent${sentAs && `: ${sentAs}`}`;
  const titles = (['Fund', 'GP'] as const).map((party) => partyTitles[party](name));
  return ok({
    fund: vehicle.name,
    investor: name,
    currency: vehicle.currency,
    dates: [
      { label: 'Initial Closing', date: american(figures.initialClosing) },
      { label: 'Final Closing', date: american(figures.finalClosing) },
      { label: 'Commencement of Operations', date: american(figures.commencement) },
      { label: 'Period End', date: american(end) },
    ],
    accounts,
    footnotes: [
      `Created by Carrara on ${american(today) ?? ''} from ${source}.`,
      ...(isOfWholeFund ? [] : [`${titles.join(', ')}: not determined. ${whyNot.message}`]),
    ],
  });
}
