import { exportFormats } from '@carrara/contract/core/fileTypes';
import type { PrintedProfile } from '@carrara/adapters/pdf/profilePdf';
import type { Basis } from '@carrara/contract/performance/period/basis';
import type { DocumentReport, documentReportEndpoints } from '@carrara/contract/performance/reporting/documentReport';
import { exportedFor } from '../../../files/exportList.ts';
import { templateFileName } from '../../../files/templateFileName.ts';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { firmPrint } from '../fund/firmPrint.ts';
import { printedInvestment } from '../investment/investmentPrint.ts';
import { investorProfile } from '../investor/investorProfile.ts';

interface ReportRequest {
  readonly id: string;
  readonly endDate: string;
  /** Partners that the figures of funds cover. */
  readonly basis: Basis;
}
type Print = (context: RequestContext, request: ReportRequest) => Promise<Result<PrintedProfile, Failures>>;

/** Printers by template. */
const templates: Readonly<Record<DocumentReport, Print>> = {
  'pm-InvestorProfile': investorProfile,
  'pm-InvestmentProfile': printedInvestment,
  'pm-FirmProfile': firmPrint,
};

export const documentReportOperations: Operations<typeof documentReportEndpoints> = {
  async getDocumentReport(context, { params, query }) {
    const { profilePdf } = await import('@carrara/adapters/pdf/profilePdf');
    return (await templates[params.name](context, query)).map((profile) => ({
      name: templateFileName(params.name, context.now, context.tenant.settings['timeZone']),
      type: exportFormats['application/pdf'].type,
      content: profilePdf(profile, exportedFor(context)),
    }));
  },
};
