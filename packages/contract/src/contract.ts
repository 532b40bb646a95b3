import { allocationEvidenceEndpoints } from './carry/allocationEvidence.ts';
import { allocationHistoryEndpoints } from './carry/allocationHistory.ts';
import { allocationProfileEndpoints } from './carry/allocationProfile.ts';
import { coinvestmentEndpoints } from './portfolio/coinvestment.ts';
import { distributionEndpoints } from './carry/distribution.ts';
import { distributionDraftEndpoints } from './carry/distributionDraft.ts';
import type { Endpoints } from './core/endpoint.ts';
import { evidenceEndpoints } from './carry/evidence.ts';
import { entityMemberEndpoints } from './carry/entityMember.ts';
import { fxEndpoints } from './platform/fx.ts';
import { forecastEndpoints } from './carry/forecast.ts';
import { firmEndpoints } from './portfolio/firm.ts';
import { investorEndpoints } from './portfolio/investor.ts';
import { vehicleEndpoints } from './portfolio/vehicle.ts';
import { homeEndpoints } from './carry/home.ts';
import { fundEndpoints } from './portfolio/fund.ts';
import { groupEndpoints } from './platform/group.ts';
import { investmentEndpoints } from './portfolio/investment.ts';
import { participantEndpoints } from './people/participant.ts';
import { ledgerRunEndpoints } from './carry/ledgerRun.ts';
import { realizationEndpoints } from './carry/realization.ts';
import { referenceEndpoints } from './platform/reference.ts';
import { accountEndpoints } from './platform/account.ts';
import { passkeyEndpoints } from './platform/passkey.ts';
import { signinEndpoints } from './platform/signin.ts';
import { taxProfileEndpoints } from './carry/taxProfile.ts';
import { tenantEndpoints } from './platform/tenant.ts';
import { dataTransferEndpoints } from './platform/dataTransfer.ts';
import { firmPerformanceEndpoints } from './performance/firmPerformance.ts';
import { tenantLinkEndpoints } from './platform/tenantLink.ts';
import { inboxEndpoints } from './platform/inbox.ts';
import { mailEndpoints } from './platform/mail.ts';
import { apiTokenEndpoints } from './platform/apiToken.ts';
import { mailedLinkEndpoints } from './platform/mailedLink.ts';
import { taskEndpoints } from './platform/task.ts';
import { trancheEndpoints } from './portfolio/tranche.ts';
import { mappingTemplateEndpoints } from './platform/mappingTemplate.ts';
import { uploadEndpoints } from './platform/upload.ts';
import { userEndpoints } from './platform/user.ts';
import { vestingScheduleEndpoints } from './carry/vestingSchedule.ts';
import { vintageEndpoints } from './portfolio/vintage.ts';
import { noteEndpoints } from './platform/note.ts';
import { documentEndpoints } from './platform/document.ts';
import { activityEndpoints } from './platform/activity.ts';
import { imageEndpoints } from './platform/image.ts';
import { portalEndpoints } from './carry/portal.ts';
import { deliveryEndpoints } from './platform/delivery.ts';
import { ownDeliveryEndpoints } from './platform/ownDelivery.ts';
import { bankAccountEndpoints } from './carry/bankAccount.ts';
import { letterReleaseEndpoints } from './carry/letterRelease.ts';
import { letterTemplateEndpoints } from './carry/letterTemplate.ts';
import { portalUserEndpoints } from './people/portalUser.ts';
import { carryOfPayEndpoints } from './carry/carryOfPay.ts';
import { participantViewEndpoints } from './carry/participantViews.ts';
import { containerAllocationEndpoints } from './carry/containerAllocation.ts';
import { coinvestmentViewEndpoints } from './carry/coinvestmentViews.ts';
import { fundViewEndpoints } from './carry/fundViews.ts';
import { investmentViewEndpoints } from './carry/investmentViews.ts';
import { settingsEndpoints } from './platform/settings.ts';
import { carryIndexEndpoints } from './carry/carryIndexes.ts';
import { fundFileEndpoints } from './performance/fundFiles.ts';
import { compEmployeeEndpoints } from './compensation/compEmployee.ts';
import { awardEndpoints } from './compensation/award.ts';
import { deferredAwardEndpoints } from './compensation/deferredAward.ts';
import { payStatementEndpoints } from './compensation/payStatement.ts';
import { compensationReportEndpoints } from './compensation/reports/endpoints.ts';
import { payrollEndpoints } from './compensation/payroll.ts';
import { leavingEndpoints } from './compensation/leaving.ts';
import { ownDeferredEndpoints } from './compensation/ownDeferred.ts';
import { ownPayReadEndpoints } from './compensation/ownPayRead.ts';
import { payAccessEndpoints } from './compensation/payAccess.ts';
import { salaryEndpoints } from './compensation/salary.ts';
import { yearsOfPayEndpoints } from './compensation/yearsOfPay.ts';
import { userActivityEndpoints } from './platform/userActivity.ts';
import { embeddedReportEndpoints } from './performance/embeddedReport.ts';
import { certifiedDataEndpoints } from './performance/certifiedData.ts';
import { reportRunEndpoints } from './performance/reportRun.ts';
import { reportingEndpoints } from './performance/reporting.ts';
import { fundPerformanceEndpoints } from './performance/fundPerformance.ts';
import { performanceInvestmentEndpoints } from './performance/investment.ts';
import { bulkEditEndpoints } from './performance/bulkEdit.ts';
import { capitalAccountEndpoints } from './performance/capitalAccount.ts';
import { documentReportEndpoints } from './performance/documentReport.ts';
import { performanceReportEndpoints } from './performance/reports/endpoints.ts';
import { investorPerformanceEndpoints } from './performance/investorPerformance.ts';
import { portfolioSummaryEndpoints } from './performance/portfolioSummary.ts';
import { vehicleLedgerEndpoints } from './performance/vehicleLedger.ts';
import { dashboardEndpoints } from './performance/dashboard.ts';
import { ilpaEndpoints } from './performance/ilpa.ts';
import { investorDocumentEndpoints } from './performance/investorDocuments.ts';
import { performanceExplanationEndpoints } from './performance/explanation.ts';
import { lookThroughEndpoints } from './performance/lookThrough.ts';
import { economicTermsEndpoints } from './performance/economicTerms.ts';
import { fundAnalysisEndpoints } from './performance/fundAnalysis.ts';
import { benchmarkEndpoints } from './performance/benchmark.ts';
import { indexSeriesEndpoints } from './performance/indexSeries.ts';
import { carryReportEndpoints } from './carry/reports/endpoints.ts';

/** The calls of each concept, by reference. Written out, the type is too long for the compiler to emit. */
export type Contract = Readonly<{
  signin: typeof signinEndpoints;
  account: typeof accountEndpoints;
  passkey: typeof passkeyEndpoints;
  tenant: typeof tenantEndpoints;
  user: typeof userEndpoints;
  group: typeof groupEndpoints;
  fund: typeof fundEndpoints;
  coinvestment: typeof coinvestmentEndpoints;
  investment: typeof investmentEndpoints;
  tranche: typeof trancheEndpoints;
  participant: typeof participantEndpoints;
  vestingSchedule: typeof vestingScheduleEndpoints;
  taxProfile: typeof taxProfileEndpoints;
  allocationProfile: typeof allocationProfileEndpoints;
  allocationHistory: typeof allocationHistoryEndpoints;
  allocationEvidence: typeof allocationEvidenceEndpoints;
  distribution: typeof distributionEndpoints;
  distributionDraft: typeof distributionDraftEndpoints;
  ledgerRun: typeof ledgerRunEndpoints;
  realization: typeof realizationEndpoints;
  forecast: typeof forecastEndpoints;
  evidence: typeof evidenceEndpoints;
  home: typeof homeEndpoints;
  upload: typeof uploadEndpoints;
  mappingTemplate: typeof mappingTemplateEndpoints;
  reference: typeof referenceEndpoints;
  fx: typeof fxEndpoints;
  firm: typeof firmEndpoints;
  investor: typeof investorEndpoints;
  vehicle: typeof vehicleEndpoints;
  vintage: typeof vintageEndpoints;
  note: typeof noteEndpoints;
  document: typeof documentEndpoints;
  activity: typeof activityEndpoints;
  image: typeof imageEndpoints;
  settings: typeof settingsEndpoints;
  carryIndexes: typeof carryIndexEndpoints;
  carryReports: typeof carryReportEndpoints;
  carryOfPay: typeof carryOfPayEndpoints;
  participantViews: typeof participantViewEndpoints;
  portal: typeof portalEndpoints;
  portalUser: typeof portalUserEndpoints;
  delivery: typeof deliveryEndpoints;
  ownDelivery: typeof ownDeliveryEndpoints;
  bankAccount: typeof bankAccountEndpoints;
  letterRelease: typeof letterReleaseEndpoints;
  letterTemplate: typeof letterTemplateEndpoints;
  entityMember: typeof entityMemberEndpoints;
  fundViews: typeof fundViewEndpoints;
  coinvestmentViews: typeof coinvestmentViewEndpoints;
  investmentViews: typeof investmentViewEndpoints;
  containerAllocation: typeof containerAllocationEndpoints;
  inbox: typeof inboxEndpoints;
  mail: typeof mailEndpoints;
  apiToken: typeof apiTokenEndpoints;
  mailedLink: typeof mailedLinkEndpoints;
  task: typeof taskEndpoints;
  tenantLink: typeof tenantLinkEndpoints;
  dataTransfer: typeof dataTransferEndpoints;
  firmPerformance: typeof firmPerformanceEndpoints;
  vehicleLedger: typeof vehicleLedgerEndpoints;
  indexSeries: typeof indexSeriesEndpoints;
  benchmark: typeof benchmarkEndpoints;
  fundPerformance: typeof fundPerformanceEndpoints;
  fundFiles: typeof fundFileEndpoints;
  economicTerms: typeof economicTermsEndpoints;
  dashboard: typeof dashboardEndpoints;
  ilpa: typeof ilpaEndpoints;
  investorDocument: typeof investorDocumentEndpoints;
  fundAnalysis: typeof fundAnalysisEndpoints;
  performanceExplanation: typeof performanceExplanationEndpoints;
  lookThrough: typeof lookThroughEndpoints;
  performanceInvestment: typeof performanceInvestmentEndpoints;
  bulkEdit: typeof bulkEditEndpoints;
  capitalAccount: typeof capitalAccountEndpoints;
  portfolioSummary: typeof portfolioSummaryEndpoints;
  investorPerformance: typeof investorPerformanceEndpoints;
  documentReport: typeof documentReportEndpoints;
  reporting: typeof reportingEndpoints;
  embeddedReport: typeof embeddedReportEndpoints;
  certifiedData: typeof certifiedDataEndpoints;
  reportRun: typeof reportRunEndpoints;
  compEmployee: typeof compEmployeeEndpoints;
  salary: typeof salaryEndpoints;
  award: typeof awardEndpoints;
  deferredAward: typeof deferredAwardEndpoints;
  payroll: typeof payrollEndpoints;
  payStatement: typeof payStatementEndpoints;
  compensationReports: typeof compensationReportEndpoints;
  yearsOfPay: typeof yearsOfPayEndpoints;
  payAccess: typeof payAccessEndpoints;
  ownPayRead: typeof ownPayReadEndpoints;
  leaving: typeof leavingEndpoints;
  ownDeferred: typeof ownDeferredEndpoints;
  userActivity: typeof userActivityEndpoints;
  performanceReports: typeof performanceReportEndpoints;
}>;

/** The whole contract, by concept. Adding a concept here makes the server serve it and makes it available in the web app, the client and the CLI. */
export const contract: Contract = {
  signin: signinEndpoints,
  account: accountEndpoints,
  passkey: passkeyEndpoints,
  tenant: tenantEndpoints,
  user: userEndpoints,
  group: groupEndpoints,
  fund: fundEndpoints,
  coinvestment: coinvestmentEndpoints,
  investment: investmentEndpoints,
  tranche: trancheEndpoints,
  participant: participantEndpoints,
  vestingSchedule: vestingScheduleEndpoints,
  taxProfile: taxProfileEndpoints,
  allocationProfile: allocationProfileEndpoints,
  allocationHistory: allocationHistoryEndpoints,
  allocationEvidence: allocationEvidenceEndpoints,
  distribution: distributionEndpoints,
  distributionDraft: distributionDraftEndpoints,
  ledgerRun: ledgerRunEndpoints,
  realization: realizationEndpoints,
  forecast: forecastEndpoints,
  evidence: evidenceEndpoints,
  home: homeEndpoints,
  upload: uploadEndpoints,
  mappingTemplate: mappingTemplateEndpoints,
  reference: referenceEndpoints,
  fx: fxEndpoints,
  firm: firmEndpoints,
  investor: investorEndpoints,
  vehicle: vehicleEndpoints,
  vintage: vintageEndpoints,
  note: noteEndpoints,
  document: documentEndpoints,
  activity: activityEndpoints,
  image: imageEndpoints,
  settings: settingsEndpoints,
  carryIndexes: carryIndexEndpoints,
  carryReports: carryReportEndpoints,
  carryOfPay: carryOfPayEndpoints,
  participantViews: participantViewEndpoints,
  portal: portalEndpoints,
  portalUser: portalUserEndpoints,
  delivery: deliveryEndpoints,
  ownDelivery: ownDeliveryEndpoints,
  bankAccount: bankAccountEndpoints,
  letterRelease: letterReleaseEndpoints,
  letterTemplate: letterTemplateEndpoints,
  entityMember: entityMemberEndpoints,
  fundViews: fundViewEndpoints,
  coinvestmentViews: coinvestmentViewEndpoints,
  investmentViews: investmentViewEndpoints,
  containerAllocation: containerAllocationEndpoints,
  inbox: inboxEndpoints,
  mail: mailEndpoints,
  apiToken: apiTokenEndpoints,
  mailedLink: mailedLinkEndpoints,
  task: taskEndpoints,
  tenantLink: tenantLinkEndpoints,
  dataTransfer: dataTransferEndpoints,
  firmPerformance: firmPerformanceEndpoints,
  vehicleLedger: vehicleLedgerEndpoints,
  indexSeries: indexSeriesEndpoints,
  benchmark: benchmarkEndpoints,
  fundPerformance: fundPerformanceEndpoints,
  fundFiles: fundFileEndpoints,
  economicTerms: economicTermsEndpoints,
  dashboard: dashboardEndpoints,
  ilpa: ilpaEndpoints,
  investorDocument: investorDocumentEndpoints,
  fundAnalysis: fundAnalysisEndpoints,
  performanceExplanation: performanceExplanationEndpoints,
  lookThrough: lookThroughEndpoints,
  performanceInvestment: performanceInvestmentEndpoints,
  bulkEdit: bulkEditEndpoints,
  capitalAccount: capitalAccountEndpoints,
  portfolioSummary: portfolioSummaryEndpoints,
  investorPerformance: investorPerformanceEndpoints,
  documentReport: documentReportEndpoints,
  reporting: reportingEndpoints,
  embeddedReport: embeddedReportEndpoints,
  certifiedData: certifiedDataEndpoints,
  reportRun: reportRunEndpoints,
  compEmployee: compEmployeeEndpoints,
  salary: salaryEndpoints,
  award: awardEndpoints,
  deferredAward: deferredAwardEndpoints,
  payroll: payrollEndpoints,
  payStatement: payStatementEndpoints,
  compensationReports: compensationReportEndpoints,
  yearsOfPay: yearsOfPayEndpoints,
  payAccess: payAccessEndpoints,
  ownPayRead: ownPayReadEndpoints,
  leaving: leavingEndpoints,
  ownDeferred: ownDeferredEndpoints,
  userActivity: userActivityEndpoints,
  performanceReports: performanceReportEndpoints,
};

/**
 * All calls with a general type. `defineEndpoints` has already checked each of them. Comparing their exact types with the general one would take the
 * compiler seconds at every use.
 */
export const callsByConcept: Readonly<Record<string, Endpoints>> = contract as never;
