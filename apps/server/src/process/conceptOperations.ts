import { readChoices } from '@carrara/adapters/postgres/performance/transfer/transferChoices';
import { allocationProfileEndpoints } from '@carrara/contract/carry/allocation/allocationProfile';
import { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { forecastEndpoints } from '@carrara/contract/carry/run/forecast';
import { ledgerRunEndpoints } from '@carrara/contract/carry/run/ledgerRun';
import { realizationEndpoints } from '@carrara/contract/carry/run/realization';
import { vestingAnalysisEndpoints } from '@carrara/contract/carry/vesting/vestingAnalysis';
import { performanceExplanationEndpoints } from '@carrara/contract/performance/explanation/explanation';
import type { FigureExplanations } from '../usecases/platform/notedFigure.ts';
import type { ServedOperations } from '../core/operations.ts';
import { allocationEvidenceOperations } from '../concepts/carry/allocation/allocationEvidence.ts';
import { allocationHistoryOperations } from '../concepts/carry/allocation/allocationProfileHistory.ts';
import { allocationProfileOperations } from '../concepts/carry/allocation/allocationProfile.ts';
import { importPorts } from '../imports/importPorts.ts';
import { disbursementOperations, distributionOperations } from '../concepts/carry/run/distribution.ts';
import { readOpeningCarryPaid, readCarryRecipients } from '@carrara/adapters/postgres/carry/ledger/carryRecipients';
import { carryOfPeople } from '../concepts/carry/participant/carryOfPeople.ts';
import { carryPaidTo } from '@carrara/adapters/postgres/carry/carryViews/carryPaidTo';
import { canViewEmployeePay } from '@carrara/adapters/postgres/compensation/compEmployee';
import { readCarryPaid } from '../concepts/readCarryPaid.ts';
import { navPorts } from '../concepts/readNavAccrual.ts';
import { realizationDrafts } from '../concepts/realizationDrafts.ts';
import { distributionDraftOperations } from '../concepts/carry/run/distributionDraft.ts';
import { distributionFiles, type LetterPorts } from '../concepts/carry/run/distributionFiles.ts';
import { entityMemberOperations } from '../concepts/carry/participant/entityMember.ts';
import { evidenceOperations } from '../concepts/carry/allocation/evidence.ts';
import { fxOperations } from '../concepts/platform/fx/fx.ts';
import { firmOperations } from '../concepts/portfolio/firm.ts';
import { investorOperations } from '../concepts/portfolio/investor.ts';
import { vehicleOperations } from '../concepts/portfolio/vehicle.ts';
import { homeOperations } from '../concepts/carry/report/home.ts';
import { fundOperations } from '../concepts/portfolio/fund.ts';
import { vestingScheduleOperations } from '../concepts/carry/vesting/vestingSchedule.ts';
import { trancheOperations } from '../concepts/portfolio/tranche.ts';
import { taxProfileOperations } from '../concepts/carry/participant/taxProfile.ts';
import { referenceOperations } from '../concepts/platform/reference/reference.ts';
import { participantOperations } from '../concepts/people/participant.ts';
import { investmentOperations } from '../concepts/portfolio/investment.ts';
import { coinvestmentOperations } from '../concepts/portfolio/coinvestment.ts';
import { groupOperations } from '../concepts/platform/group/group.ts';
import { accountOperations } from '../concepts/platform/user/account.ts';
import { passkeyOperations } from '../concepts/platform/passkey/passkey.ts';
import type { PasskeyPorts } from '../usecases/platform/passkey.ts';
import { type SigninPorts, signinOperations } from '../concepts/platform/signIn/signin.ts';
import { type TenantPorts, tenantOperations } from '../concepts/platform/tenant/tenant.ts';
import { countAllCommitments } from '../concepts/performance/vehicle/ownBasis.ts';
import { firmPerformanceOperations } from '../concepts/performance/fund/firmPerformance.ts';
import { acceptTransfer } from '../usecases/performance/acceptTransfer.ts';
import { transferredStatements } from '../concepts/performance/statement/transferredStatements.ts';
import { transferTargets } from '../usecases/performance/transferTargets.ts';
import { undoAcceptedTransfer } from '../usecases/performance/undoAcceptedTransfer.ts';
import { transferredFunds } from '../concepts/performance/statement/transferredFunds.ts';
import { dataTransferOperations } from '../concepts/platform/dataTransfer/dataTransfer.ts';
import { failLinkTransfers } from '../usecases/platform/dataTransfer.ts';
import { subscriptionOperations } from '../concepts/platform/subscription/subscription.ts';
import { savedViewOperations } from '../concepts/platform/savedView/savedView.ts';
import { tenantLinkOperations } from '../concepts/platform/tenantLink/tenantLink.ts';
import { inboxOperations } from '../concepts/platform/note/inbox.ts';
import { type MailedLinkPorts, mailedLinkOperations } from '../concepts/platform/signIn/mailedLink.ts';
import { mailOperations } from '../concepts/platform/mail/mail.ts';
import type { MailPorts } from '../usecases/platform/mail.ts';
import { apiTokenOperations } from '../concepts/platform/apiToken/apiToken.ts';
import { type TaskPorts, taskOperations } from '../concepts/platform/task/task.ts';
import { mappingTemplateOperations } from '../concepts/platform/upload/mappingTemplate.ts';
import { uploadOperations } from '../imports/upload.ts';
import type { UploadPorts } from '../imports/uploadRuns.ts';
import { notifyOfArchivedApprover } from '../usecases/carry/archivedApprover.ts';
import { type UserPorts, userOperations } from '../concepts/platform/user/user.ts';
import { activityOperations } from '../concepts/activity.ts';
import { type DocumentPorts, documentOperations } from '../concepts/platform/document/document.ts';
import { imageOperations } from '../concepts/platform/document/image.ts';
import { commentOperations, noteOperations } from '../concepts/platform/note/note.ts';
import { portalOperations } from '../concepts/carry/participant/portal.ts';
import { deliveryOperations } from '../concepts/platform/delivery/delivery.ts';
import { ownDeliveryOperations, type OwnDeliveryPorts } from '../concepts/platform/delivery/ownDelivery.ts';
import { approvalPolicyOperations } from '../concepts/carry/run/approvalPolicy.ts';
import { bankAccountOperations } from '../concepts/carry/participant/bankAccount.ts';
import { letterReleaseOperations } from '../concepts/carry/run/letterRelease.ts';
import { letterTemplateOperations } from '../concepts/carry/run/letterTemplate.ts';
import { portalUserOperations } from '../concepts/people/portalUser.ts';
import { carryOfPayOperations } from '../concepts/carry/participant/carryOfPay.ts';
import { participantViewOperations } from '../concepts/carry/participant/participantViews.ts';
import { carryIndexOperations } from '../concepts/carry/run/carryIndexes.ts';
import { ledgerRunFiles } from '../concepts/carry/run/escrowLetters.ts';
import { ledgerPostingOperations, ledgerRunOperations } from '../concepts/carry/run/ledgerRun.ts';
import { realizationOperations } from '../concepts/carry/run/realization.ts';
import { forecastOperations } from '../concepts/carry/run/forecast.ts';
import { carryAtNavOperations, portalCarryAtNavOperations } from '../concepts/carry/navAccrual/carryAtNav.ts';
import { carryReportOperations } from '../concepts/carry/report/reports.ts';
import { sampleFirmOperations } from '../concepts/platform/sampleFirm/sampleFirm.ts';
import { settingsOperations } from '../concepts/platform/settings/settings.ts';
import { setupStepOperations } from '../concepts/platform/setupStep/setupStep.ts';
import { vintageOperations } from '../concepts/portfolio/vintage.ts';
import { coinvestmentViewOperations } from '../concepts/carry/allocation/coinvestmentViews.ts';
import { dashboardOperations } from '../concepts/performance/fund/dashboard.ts';
import { ilpaOperations } from '../concepts/performance/statement/ilpa.ts';
import { performanceExplanationOperations } from '../concepts/performance/explanation/explanation.ts';
import { lookThroughOperations } from '../concepts/performance/investor/lookThrough.ts';
import { carryScenarioOperations } from '../concepts/performance/terms/carryScenario.ts';
import { carryTermsOperations } from '../concepts/performance/terms/carryTerms.ts';
import { economicTermsOperations } from '../concepts/performance/terms/economicTerms.ts';
import { fundAnalysisOperations } from '../concepts/performance/fund/fundAnalysis.ts';
import { proposedDistributionOperations } from '../concepts/performance/terms/proposedDistribution.ts';
import { liquidationOperations } from '../concepts/performance/terms/liquidation.ts';
import { benchmarkOperations } from '../concepts/performance/fund/benchmark.ts';
import { indexSeriesOperations } from '../concepts/performance/fund/indexSeries.ts';
import { fundFileOperations } from '../concepts/performance/fund/fundFiles.ts';
import { fundPerformanceOperations } from '../concepts/performance/fund/fundPerformance.ts';
import { changeNavBasis } from '../usecases/performance/changeNavBasis.ts';
import { warnOfInitialClose } from '../usecases/performance/warnOfInitialClose.ts';
import { bulkEditOperations } from '../concepts/performance/investment/bulkEdit.ts';
import { performanceInvestmentOperations } from '../concepts/performance/investment/investment.ts';
import { postCarryPaid } from '../usecases/performance/carryPaid.ts';
import { capitalAccountOperations } from '../concepts/performance/statement/capitalAccount.ts';
import { displayOfChange } from '../concepts/performance/vehicle/displayOfChange.ts';
import { documentReportOperations } from '../concepts/performance/report/documentReport.ts';
import { userActivityOperations } from '../concepts/userActivity.ts';
import { awardOperations } from '../concepts/compensation/award.ts';
import { deferredAwardOperations } from '../concepts/compensation/deferredAward.ts';
import { compensationReportOperations } from '../concepts/compensation/reports.ts';
import { compensationHomeOperations } from '../concepts/compensation/home.ts';
import { payrollOperations } from '../concepts/compensation/payroll.ts';
import { compEmployeeOperations } from '../concepts/compensation/compEmployee.ts';
import { leavingOperations } from '../concepts/compensation/leaverTreatment.ts';
import { ownDeferredOperations } from '../concepts/compensation/ownDeferred.ts';
import { ownPayReadOperations } from '../concepts/compensation/ownPayRead.ts';
import { payAccessOperations } from '../concepts/compensation/payAccess.ts';
import { salaryOperations } from '../concepts/compensation/salary.ts';
import { payStatementOperations } from '../concepts/compensation/payStatement.ts';
import { printedEmployee } from '../concepts/compensation/printedEmployee.ts';
import { yearsOfPayOperations } from '../concepts/compensation/yearsOfPay.ts';
import { investorDocumentOperations } from '../concepts/performance/investor/investorDocument.ts';
import { embeddedReportOperations } from '../concepts/performance/report/embeddedReport.ts';
import { certifiedDataOperations } from '../concepts/performance/investment/certifiedData.ts';
import { reportRunOperations } from '../concepts/performance/report/reportRun.ts';
import { reportingOperations } from '../concepts/performance/report/reporting.ts';
import { performanceReportOperations } from '../concepts/performance/report/reports.ts';
import { investorPerformanceOperations } from '../concepts/performance/investor/investorPerformance.ts';
import { portfolioSummaryOperations } from '../concepts/performance/statement/portfolioSummary.ts';
import { vehicleLedgerOperations } from '../concepts/performance/ledger/vehicleLedger.ts';
import { containerAllocationOperations } from '../concepts/carry/allocation/containerAllocation.ts';
import { fundViewOperations } from '../concepts/carry/allocation/fundViews.ts';
import { investmentViewOperations } from '../concepts/carry/allocation/investmentViews.ts';

export interface ConceptPorts
  extends SigninPorts,
    PasskeyPorts,
    Omit<UserPorts, 'onArchived'>,
    TenantPorts,
    UploadPorts,
    DocumentPorts,
    LetterPorts,
    MailPorts,
    MailedLinkPorts,
    TaskPorts,
    OwnDeliveryPorts {}

const vestingExplanation = {
  endpoint: vestingAnalysisEndpoints.explainParticipantVesting,
  explain: participantViewOperations.explainParticipantVesting,
};
const figureExplanations: FigureExplanations = {
  ofRecords: {
    distribution: {
      endpoint: distributionEndpoints.explainDistribution,
      explain: distributionOperations.explainDistribution,
    },
    realization: {
      endpoint: realizationEndpoints.explainRealization,
      explain: realizationOperations.explainRealization,
    },
    forecast: { endpoint: forecastEndpoints.explainForecast, explain: forecastOperations.explainForecast },
    ledgerRun: { endpoint: ledgerRunEndpoints.explainLedgerRun, explain: ledgerRunOperations.explainLedgerRun },
    allocationProfile: {
      endpoint: allocationProfileEndpoints.explainAllocationProfile,
      explain: allocationProfileOperations.explainAllocationProfile,
    },
    employee: vestingExplanation,
    trust: vestingExplanation,
  },
  ofPerformance: {
    endpoint: performanceExplanationEndpoints.explainPerformance,
    explain: performanceExplanationOperations.explainPerformance,
  },
};

const platformOperations = (ports: ConceptPorts) => ({
  signin: signinOperations(ports),
  account: accountOperations(ports),
  passkey: passkeyOperations(ports),
  tenant: tenantOperations(ports),
  user: userOperations({ ...ports, onArchived: notifyOfArchivedApprover }),
  group: groupOperations(ports.onSessionEnded),
  reference: referenceOperations,
  fx: fxOperations,
  note: noteOperations(figureExplanations),
  comment: commentOperations,
  document: documentOperations(ports),
  activity: activityOperations,
  image: imageOperations,
  settings: settingsOperations,
  setupStep: setupStepOperations,
  delivery: deliveryOperations(ports),
  ownDelivery: ownDeliveryOperations(ports),
  inbox: inboxOperations(ports),
  mail: mailOperations(ports),
  apiToken: apiTokenOperations(),
  mailedLink: mailedLinkOperations(ports),
  task: taskOperations(ports),
  tenantLink: tenantLinkOperations({ onLinkRemoved: failLinkTransfers }),
  dataTransfer: dataTransferOperations({
    storage: ports.storage,
    transferredFunds,
    transferTargets,
    choicesOf: readChoices,
    displayOfChange,
    acceptTransfer: (...transfer) =>
      acceptTransfer(
        { saveInvestor: investorOperations.saveInvestor, saveVehicle: portfolioOperations.vehicle.saveVehicle },
        ...transfer,
      ),
    transferredStatements,
    undoTransfer: undoAcceptedTransfer,
  }),
  mappingTemplate: mappingTemplateOperations(ports),
  sampleFirm: sampleFirmOperations(ports),
  savedView: savedViewOperations,
  subscription: subscriptionOperations(ports),
  userActivity: userActivityOperations,
  upload: uploadOperations({ ...ports, ...importPorts }),
});

const portfolioOperations = {
  fund: fundOperations({ changeNavBasis, warnOfInitialClose }),
  tranche: trancheOperations,
  investment: investmentOperations,
  coinvestment: coinvestmentOperations({ changeNavBasis, warnOfInitialClose }),
  firm: firmOperations,
  investor: investorOperations,
  vehicle: vehicleOperations({ changeNavBasis, warnOfInitialClose }),
  vintage: vintageOperations,
};

const peopleOperations = (ports: ConceptPorts) => ({
  participant: participantOperations,
  portalUser: portalUserOperations({ ...ports, onArchived: notifyOfArchivedApprover }),
});

const carryOperations = (ports: ConceptPorts) => ({
  allocationProfile: allocationProfileOperations,
  allocationHistory: allocationHistoryOperations,
  allocationEvidence: allocationEvidenceOperations,
  distribution: {
    ...distributionOperations,
    ...disbursementOperations({ carryPaid: postCarryPaid }),
    ...distributionFiles(ports),
  },
  distributionDraft: distributionDraftOperations,
  ledgerRun: {
    ...ledgerRunOperations,
    ...ledgerPostingOperations({ carryReturned: postCarryPaid }),
    ...ledgerRunFiles(ports),
  },
  realization: realizationOperations,
  forecast: forecastOperations,
  evidence: evidenceOperations,
  home: homeOperations,
  vestingSchedule: vestingScheduleOperations,
  taxProfile: taxProfileOperations,
  carryIndexes: carryIndexOperations,
  carryAtNav: carryAtNavOperations(navPorts),
  portalCarryAtNav: portalCarryAtNavOperations(navPorts),
  carryReports: carryReportOperations(navPorts),
  carryOfPay: carryOfPayOperations({ canViewEmployeePay }),
  participantViews: participantViewOperations,
  portal: portalOperations,
  approvalPolicy: approvalPolicyOperations,
  bankAccount: bankAccountOperations,
  letterRelease: letterReleaseOperations(ports),
  letterTemplate: letterTemplateOperations,
  entityMember: entityMemberOperations,
  fundViews: fundViewOperations,
  coinvestmentViews: coinvestmentViewOperations,
  investmentViews: investmentViewOperations,
  containerAllocation: containerAllocationOperations,
});

const compensationOperations = (ports: ConceptPorts) => ({
  compEmployee: compEmployeeOperations,
  salary: salaryOperations,
  award: awardOperations,
  deferredAward: deferredAwardOperations,
  payroll: payrollOperations,
  payStatement: payStatementOperations({ ...ports, carryOfPeople, onTask: ports.onTask }),
  compensationReports: compensationReportOperations({ carryPaidTo }),
  yearsOfPay: { ...yearsOfPayOperations({ carryPaidTo }), ...printedEmployee({ carryPaidTo }) },
  payAccess: payAccessOperations,
  compensationHome: compensationHomeOperations,
  ownPayRead: ownPayReadOperations,
  leaving: leavingOperations({
    carryVesting: participantViewOperations.getParticipantVesting,
    whyCarryVesting: participantViewOperations.explainParticipantVesting,
  }),
  ownDeferred: ownDeferredOperations,
});

const performanceOperations = (ports: ConceptPorts) =>
  countAllCommitments({
    firmPerformance: firmPerformanceOperations,
    indexSeries: indexSeriesOperations,
    benchmark: benchmarkOperations,
    fundPerformance: fundPerformanceOperations,
    fundFiles: fundFileOperations,
    carryScenario: carryScenarioOperations({ readCarryRecipients }),
    carryTerms: carryTermsOperations,
    economicTerms: economicTermsOperations,
    dashboard: dashboardOperations,
    ilpa: ilpaOperations,
    investorDocument: investorDocumentOperations(ports),
    liquidation: liquidationOperations({ readCarryRecipients }),
    fundAnalysis: fundAnalysisOperations({ readOpeningCarryPaid, readCarryRecipients }),
    performanceExplanation: performanceExplanationOperations,
    lookThrough: lookThroughOperations,
    performanceInvestment: performanceInvestmentOperations,
    bulkEdit: bulkEditOperations,
    vehicleLedger: vehicleLedgerOperations({ carryPaidOf: readCarryPaid, realizationDrafts }),
    capitalAccount: capitalAccountOperations,
    portfolioSummary: portfolioSummaryOperations,
    investorPerformance: investorPerformanceOperations,
    documentReport: documentReportOperations,
    reporting: reportingOperations,
    embeddedReport: embeddedReportOperations,
    certifiedData: certifiedDataOperations,
    proposedDistribution: proposedDistributionOperations,
    reportRun: reportRunOperations,
    performanceReports: performanceReportOperations,
  });

/** Returns the operations of every concept. Those of a record are a few lines of data in its own file. */
export const conceptOperations = (ports: ConceptPorts): ServedOperations => ({
  ...platformOperations(ports),
  ...portfolioOperations,
  ...peopleOperations(ports),
  ...carryOperations(ports),
  ...performanceOperations(ports),
  ...compensationOperations(ports),
});
