import { choicesOf } from '@carrara/adapters/postgres/performance/transfer';
import type { ServedOperations } from '../operations.ts';
import { allocationEvidenceOperations } from './carry/allocationEvidence.ts';
import { allocationHistoryOperations } from './carry/allocationProfileHistory.ts';
import { allocationProfileOperations } from './carry/allocationProfile.ts';
import { importPorts } from './importPorts.ts';
import { disbursementOperations, distributionOperations } from './carry/distribution.ts';
import { carryBroughtAlong, carryHolders } from '@carrara/adapters/postgres/carry/accountEntry';
import { carryOfPeople } from './carry/carryOfPeople.ts';
import { carryPaidTo } from '@carrara/adapters/postgres/carry/carryViews';
import { seesPayOf } from '@carrara/adapters/postgres/compensation/compEmployee';
import { carryPaidOf } from './carryPaidOf.ts';
import { distributionDraftOperations } from './carry/distributionDraft.ts';
import { distributionFiles, type LetterPorts } from './carry/distributionFiles.ts';
import { entityMemberOperations } from './carry/entityMember.ts';
import { evidenceOperations } from './carry/evidence.ts';
import { fxOperations } from './platform/fx.ts';
import { firmOperations } from './portfolio/firm.ts';
import { investorOperations } from './portfolio/investor.ts';
import { vehicleOperations } from './portfolio/vehicle.ts';
import { homeOperations } from './carry/home.ts';
import { fundOperations } from './portfolio/fund.ts';
import { vestingScheduleOperations } from './carry/vestingSchedule.ts';
import { trancheOperations } from './portfolio/tranche.ts';
import { taxProfileOperations } from './carry/taxProfile.ts';
import { referenceOperations } from './platform/reference.ts';
import { participantOperations } from './people/participant.ts';
import { investmentOperations } from './portfolio/investment.ts';
import { coinvestmentOperations } from './portfolio/coinvestment.ts';
import { groupOperations } from './platform/group.ts';
import { type AccountPorts, accountOperations } from './platform/account.ts';
import { type PasskeyPorts, passkeyOperations } from './platform/passkey.ts';
import { type SigninPorts, signinOperations } from './platform/signin.ts';
import { type TenantPorts, tenantOperations } from './platform/tenant.ts';
import { onOwnBasis } from './performance/ownBasis.ts';
import { firmPerformanceOperations } from './performance/firmPerformance.ts';
import { takeTransfer } from './performance/takeTransfer.ts';
import { transferredStatements } from './performance/transferredStatements.ts';
import { transferTargets } from './performance/transferTargets.ts';
import { undoTakenTransfer } from './performance/undoTakenTransfer.ts';
import { transferredFunds } from './performance/transferredFunds.ts';
import { dataTransferOperations, failTransfersOf } from './platform/dataTransfer.ts';
import { tenantLinkOperations } from './platform/tenantLink.ts';
import { inboxOperations } from './platform/inbox.ts';
import { type MailedLinkPorts, mailedLinkOperations } from './platform/mailedLink.ts';
import { type MailPorts, mailOperations } from './platform/mail.ts';
import { apiTokenOperations } from './platform/apiToken.ts';
import { type TaskPorts, taskOperations } from './platform/task.ts';
import { mappingTemplateOperations } from './platform/mappingTemplate.ts';
import { uploadOperations } from './platform/upload.ts';
import { fieldsOfTypes } from '../imports/readTable.ts';
import { type UploadPorts, uploadRuns } from '../imports/uploadRuns.ts';
import { importTask } from '../tasks/importTask.ts';
import { statementsTask } from '../tasks/statementsTask.ts';
import { recomputeTask } from '../tasks/recomputeTask.ts';
import { type DocumentMaker, investorDocumentsTask } from '../tasks/investorDocumentsTask.ts';
import { exportTask } from '../tasks/exportTask.ts';
import type { TaskKind } from '../tasks/taskKind.ts';
import type { TaskKind as KindName } from '@carrara/contract/platform/task';
import { type UserPorts, userOperations } from './platform/user.ts';
import { activityOperations } from './activity.ts';
import { type DocumentPorts, documentOperations } from './platform/document.ts';
import { imageOperations } from './platform/image.ts';
import { noteOperations } from './platform/note.ts';
import { portalOperations } from './carry/portal.ts';
import { deliveryOperations } from './platform/delivery.ts';
import { ownDeliveryOperations, type OwnDeliveryPorts } from './platform/ownDelivery.ts';
import { bankAccountOperations } from './carry/bankAccount.ts';
import { letterReleaseOperations } from './carry/letterRelease.ts';
import { letterTemplateOperations } from './carry/letterTemplate.ts';
import { portalUserOperations } from './people/portalUser.ts';
import { carryOfPayOperations } from './carry/carryOfPay.ts';
import { participantViewOperations } from './carry/participantViews.ts';
import { carryIndexOperations } from './carry/carryIndexes.ts';
import { ledgerRunFiles } from './carry/escrowLetters.ts';
import { ledgerPostingOperations, ledgerRunOperations } from './carry/ledgerRun.ts';
import { realizationOperations } from './carry/realization.ts';
import { forecastOperations } from './carry/forecast.ts';
import { carryReportOperations } from './carry/reports.ts';
import { settingsOperations } from './platform/settings.ts';
import { vintageOperations } from './portfolio/vintage.ts';
import { coinvestmentViewOperations } from './carry/coinvestmentViews.ts';
import { dashboardOperations } from './performance/dashboard.ts';
import { ilpaOperations } from './performance/ilpa.ts';
import { performanceExplanationOperations } from './performance/explanation.ts';
import { lookThroughOperations } from './performance/lookThrough.ts';
import { economicTermsOperations } from './performance/economicTerms.ts';
import { fundAnalysisOperations } from './performance/fundAnalysis.ts';
import { benchmarkOperations } from './performance/benchmark.ts';
import { indexSeriesOperations } from './performance/indexSeries.ts';
import { fundFileOperations } from './performance/fundFiles.ts';
import { fundPerformanceOperations } from './performance/fundPerformance.ts';
import { bulkEditOperations } from './performance/bulkEdit.ts';
import { performanceInvestmentOperations } from './performance/investment.ts';
import { postCarryPaid } from '../usecases/performance/carryPaid.ts';
import { capitalAccountOperations } from './performance/capitalAccount.ts';
import { displayOfChange } from './performance/displayOfChange.ts';
import { documentReportOperations } from './performance/documentReport.ts';
import { userActivityOperations } from './userActivity.ts';
import { awardOperations } from './compensation/award.ts';
import { deferredAwardOperations } from './compensation/deferredAward.ts';
import { compensationReportOperations } from './compensation/reports.ts';
import { payrollOperations } from './compensation/payroll.ts';
import { compEmployeeOperations } from './compensation/compEmployee.ts';
import { leavingOperations } from './compensation/leaving.ts';
import { ownDeferredOperations } from './compensation/ownDeferred.ts';
import { ownPayReadOperations } from './compensation/ownPayRead.ts';
import { payAccessOperations } from './compensation/payAccess.ts';
import { salaryOperations } from './compensation/salary.ts';
import { payStatementOperations } from './compensation/payStatement.ts';
import type { ReleasePorts } from './compensation/releaseStatement.ts';
import { printedEmployee } from './compensation/printedEmployee.ts';
import { yearsOfPayOperations } from './compensation/yearsOfPay.ts';
import { investorDocumentOperations } from './performance/investorDocument.ts';
import { embeddedReportOperations } from './performance/embeddedReport.ts';
import { certifiedDataOperations } from './performance/certifiedData.ts';
import { reportRunOperations } from './performance/reportRun.ts';
import { reportingOperations } from './performance/reporting.ts';
import { performanceReportOperations } from './performance/reports.ts';
import { investorPerformanceOperations } from './performance/investorPerformance.ts';
import { portfolioSummaryOperations } from './performance/portfolioSummary.ts';
import { vehicleLedgerOperations } from './performance/vehicleLedger.ts';
import { containerAllocationOperations } from './carry/containerAllocation.ts';
import { fundViewOperations } from './carry/fundViews.ts';
import { investmentViewOperations } from './carry/investmentViews.ts';

export interface ConceptPorts
  extends SigninPorts,
    AccountPorts,
    PasskeyPorts,
    UserPorts,
    TenantPorts,
    UploadPorts,
    DocumentPorts,
    LetterPorts,
    MailPorts,
    MailedLinkPorts,
    TaskPorts,
    OwnDeliveryPorts {}

const ofStatements = (ports: Pick<ReleasePorts, 'storage' | 'letters'>): ReleasePorts => ({ ...ports, carryOfPeople });

/** Background jobs other than letters. */
export const recordTasks = (
  ports: UploadPorts & Pick<LetterPorts, 'letters'> & DocumentMaker,
): Readonly<Record<Exclude<KindName, 'letters'>, TaskKind>> => ({
  import: importTask(uploadRuns({ ...ports, ...importPorts })),
  recompute: recomputeTask,
  statements: statementsTask(ofStatements(ports)),
  investorDocuments: investorDocumentsTask(ports),
  export: exportTask(ports.beside),
});

/** Returns the operations of every concept. Those of a record are a few lines of data in its own file. */
export function conceptOperations(ports: ConceptPorts): ServedOperations {
  return {
    signin: signinOperations(ports),
    account: accountOperations(ports),
    passkey: passkeyOperations(ports),
    tenant: tenantOperations(ports),
    user: userOperations(ports),
    group: groupOperations(ports.onSessionEnded),
    fund: fundOperations,
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
    tranche: trancheOperations,
    taxProfile: taxProfileOperations,
    reference: referenceOperations,
    fx: fxOperations,
    participant: participantOperations,
    investment: investmentOperations,
    coinvestment: coinvestmentOperations,
    firm: firmOperations,
    investor: investorOperations,
    vehicle: vehicleOperations,
    vintage: vintageOperations,
    note: noteOperations,
    document: documentOperations(ports),
    activity: activityOperations,
    image: imageOperations,
    settings: settingsOperations,
    carryIndexes: carryIndexOperations,
    carryReports: carryReportOperations,
    carryOfPay: carryOfPayOperations({ seesPayOf }),
    participantViews: participantViewOperations,
    portal: portalOperations,
    portalUser: portalUserOperations(ports),
    delivery: deliveryOperations(ports),
    ownDelivery: ownDeliveryOperations(ports),
    bankAccount: bankAccountOperations,
    letterRelease: letterReleaseOperations(ports),
    letterTemplate: letterTemplateOperations,
    entityMember: entityMemberOperations,
    fundViews: fundViewOperations,
    coinvestmentViews: coinvestmentViewOperations,
    investmentViews: investmentViewOperations,
    containerAllocation: containerAllocationOperations,
    inbox: inboxOperations(ports),
    mail: mailOperations(ports),
    apiToken: apiTokenOperations(),
    mailedLink: mailedLinkOperations(ports),
    task: taskOperations(ports),
    tenantLink: tenantLinkOperations({ onLinkRemoved: failTransfersOf }),
    dataTransfer: dataTransferOperations({
      storage: ports.storage,
      transferredFunds,
      transferTargets,
      choicesOf,
      displayOfChange,
      takeTransfer,
      transferredStatements,
      undoTakenTransfer,
    }),
    mappingTemplate: mappingTemplateOperations({
      turns: ports.turns,
      importFields: fieldsOfTypes,
    }),
    ...onOwnBasis({
      firmPerformance: firmPerformanceOperations,
      indexSeries: indexSeriesOperations,
      benchmark: benchmarkOperations,
      fundPerformance: fundPerformanceOperations,
      fundFiles: fundFileOperations,
      economicTerms: economicTermsOperations,
      dashboard: dashboardOperations,
      ilpa: ilpaOperations,
      investorDocument: investorDocumentOperations(ports),
      fundAnalysis: fundAnalysisOperations({ carryBroughtAlong, carryHolders }),
      performanceExplanation: performanceExplanationOperations,
      lookThrough: lookThroughOperations,
      performanceInvestment: performanceInvestmentOperations,
      bulkEdit: bulkEditOperations,
      vehicleLedger: vehicleLedgerOperations({ carryPaidOf }),
      capitalAccount: capitalAccountOperations,
      portfolioSummary: portfolioSummaryOperations,
      investorPerformance: investorPerformanceOperations,
      documentReport: documentReportOperations,
      reporting: reportingOperations,
      embeddedReport: embeddedReportOperations,
      certifiedData: certifiedDataOperations,
      reportRun: reportRunOperations,
      performanceReports: performanceReportOperations,
    }),
    compEmployee: compEmployeeOperations,
    salary: salaryOperations,
    award: awardOperations,
    deferredAward: deferredAwardOperations,
    payroll: payrollOperations,
    payStatement: payStatementOperations({ ...ofStatements(ports), onTask: ports.onTask }),
    compensationReports: compensationReportOperations({ carryPaidTo }),
    yearsOfPay: { ...yearsOfPayOperations({ carryPaidTo }), ...printedEmployee({ carryPaidTo }) },
    payAccess: payAccessOperations,
    ownPayRead: ownPayReadOperations,
    leaving: leavingOperations({
      carryVesting: participantViewOperations.getParticipantVesting,
      whyCarryVesting: participantViewOperations.explainParticipantVesting,
    }),
    ownDeferred: ownDeferredOperations,
    userActivity: userActivityOperations,
    upload: uploadOperations({ ...ports, ...importPorts }),
  };
}
