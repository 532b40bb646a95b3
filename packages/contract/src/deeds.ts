import { everyRecordType, upperFirst } from './core/recordType.ts';
import { recordTypes } from './core/recordTypes.ts';
import { everyLifecycle } from './lifecycles.ts';

/**
 * The descriptions of operations for the screen, its exports and the notifications, by operation name: the object and the past participle. The
 * object's name fits between them, as in 'Distribution Spring exit submitted'. Lifecycles define their own.
 */
const deeds: Readonly<Record<string, readonly [thing: string, done: string]>> = {
  ...savedAndDeleted({
    ...Object.fromEntries(everyRecordType.map(([type, { title }]) => [upperFirst(type), title])),
    ReferenceEntry: 'Reference entry',
  }),
  ...moves(),
  inviteUser: ['User', 'invited'],
  archiveUser: ['User', 'archived'],
  linkIdentity: ['Single sign-on of', 'linked'],
  setGroupsByProvider: ['Groups of', 'set by single sign-on'],
  setMemberByProvider: ['Members of', 'set by single sign-on'],
  sendInvitation: ['Invitation of', 'emailed'],
  askPasswordReset: ['Password reset of', 'requested by email'],
  resetPassword: ['Password of', 'reset by email'],
  takeBackInvitation: ['Invitation of', 'withdrawn'],
  acceptInvitation: ['User', 'joined'],
  declineInvitation: ['Invitation of', 'declined'],
  changePassword: ['Password of', 'changed'],
  enableSecondFactor: ['Second factor of', 'set up'],
  removeSecondFactor: ['Second factor of', 'removed'],
  addPasskey: ['Passkey of', 'added'],
  removePasskey: ['Passkey of', 'removed'],
  giveOwnPicture: ['Picture of', 'changed'],
  removeOwnPicture: ['Picture of', 'removed'],
  removeUserSecondFactor: ['Second factor of', 'removed'],
  makeRecoveryCodes: ['Recovery codes of', 'created'],
  useRecoveryCode: ['Recovery code of', 'used'],
  createProgram: ['Program', 'created'],
  createApiToken: ['API token', 'created'],
  endApiToken: ['API token', 'ended'],
  createTenant: ['Tenant', 'created from the command line'],
  renameTenant: ['Tenant', 'renamed from the command line'],
  archiveTenant: ['Tenant', 'archived from the command line'],
  takeUpTenant: ['Tenant', 'reopened from the command line'],
  setTenantHost: ['Host of', 'set from the command line'],
  markLpTenant: ['Tenant', 'changed to an LP tenant from the command line'],
  exportTenant: ['Tenant', 'exported from the command line'],
  createAdministrator: ['Administrator', 'created from the command line'],
  changeEmployeePicture: ['Picture of', 'changed'],
  changeInvestmentLogo: ['Logo of', 'changed'],
  changeFirmLogo: ['Logo of', 'changed'],
  changeTenantLogo: ['Logo of', 'changed'],
  enterBankAccount: ['Bank account of', 'entered'],
  removeBankAccount: ['Removal of the bank account of', 'requested'],
  confirmBankAccount: ['Bank account of', 'confirmed'],
  refuseBankAccount: ['Bank account of', 'refused'],
  saveLetterTemplate: ['Letter wording of', 'changed'],
  sendTestMail: ['Test email of', 'sent'],
  retryMail: ['Email of', 'retried'],
  saveTenantSettings: ['Settings of', 'changed'],
  renewFigures: ['Figures of open quarters of', 'recomputed under new rules'],
  saveModuleAdministration: ['Menu of', 'changed'],
  assignTaxProfile: ['Tax profile', 'assigned'],
  removeTaxProfile: ['Tax profile', 'removed'],
  copyAllocationProfile: ['Allocation profile', 'copied as the next version'],
  reallocateAllocationProfile: ['Allocation profile', 'reallocated'],
  resolveAllocationProfileMembers: ['Member changes in allocation profile', 'confirmed'],
  postAccountEntries: ['Account entries of', 'posted'],
  saveMetrics: ['Figures of', 'saved'],
  uploadDocument: ['Document', 'uploaded'],
  saveExternalDocument: ['Document link', 'saved'],
  releaseDocument: ['Document', 'released to investors'],
  keepBackDocument: ['Document', 'hidden from investors'],
  takeOverDocument: ['Document', 'imported from a data transfer'],
  uploadImage: ['Image', 'uploaded'],
  uploadFile: ['File', 'uploaded'],
  recoverUpload: ['Upload', 'recovered'],
  importCarryPlan: ['Record', 'imported from a carry plan'],
  importExchangeRates: ['Exchange rates', 'imported'],
  saveExchangeRates: ['Exchange rate', 'saved'],
  lockAllocationProfile: ['Allocation profile', 'locked because a submitted distribution uses it'],
  saveCommitments: ['Commitment', 'saved'],
  saveLedgerEntries: ['Ledger entry', 'posted'],
  postCarryPaid: ['Carry paid', 'posted to the ledger'],
  reverseCommitmentEvent: ['Commitment change', 'reversed'],
  reverseLedgerEntry: ['Ledger entry', 'reversed'],
  saveReported: ['Reported figure', 'entered'],
  runReport: ['Report', 'run'],
  reverseReported: ['Reported figure', 'reversed'],
  saveFundPeriod: ['Reported figure', 'entered'],
  saveValuations: ['Valuation', 'saved'],
  savePortfolioMetrics: ['Portfolio metrics', 'saved'],
  saveInvestmentMetrics: ['Investment metrics', 'saved'],
  openPeriod: ['Quarter', 'opened'],
  removePeriod: ['Quarter', 'removed'],
  lockPeriod: ['Quarter', 'locked'],
  reopenPeriod: ['Quarter', 'reopened'],
  saveIndexLevels: ['Levels of', 'saved'],
  submitDataTransfer: ['Data transfer', 'sent'],
  askPayAccess: ['Pay access of', 'requested'],
  startPayAccess: ['Pay access of', 'granted from the command line'],
  sealPayReads: ['Pay reads of', 'sealed'],
  grantDeferredAward: ['Deferred award of', 'granted'],
  enterDueDeferred: ['Deferred award of', 'vested and paid on schedule'],
  settleLeaver: ['Deferred award of', 'settled on departure'],
  reverseDeferredEntry: ['Deferred award of', 'entry reversed'],
  sealAccess: ['Sign-ins and downloads of', 'sealed'],
  importPayroll: ['Payroll of', 'imported'],
  explainPayroll: ['Payroll of', 'explained'],
  undoPayroll: ['Payroll of', 'undone'],
  releaseDelivery: ['Delivery', 'released'],
  releaseLetters: ['Letters of', 'released'],
  openPortalDocument: ['Document', 'opened by its recipient'],
  acknowledgePortalDocument: ['Document', 'acknowledged by its recipient'],
  supersedeDelivery: ['Delivery', 'superseded'],
  withdrawDelivery: ['Delivery', 'withdrawn'],
  remindDelivery: ['Recipients of', 'reminded'],
  sealDeliveries: ['Delivery evidence of', 'sealed'],
  linkPortalUser: ['Portal user of', 'linked'],
  unlinkPortalUser: ['Portal user of', 'unlinked'],
  saveLeaverKind: ['Leaver type of', 'changed'],
  saveReportingLine: ['Reporting line of', 'changed'],
  askTenantLink: ['Tenant link', 'requested'],
  keepState: ['State of', 'recorded for the audit log'],
  noteStandardEntries: ['Standard reference data of', 'recorded for the audit log'],
};

function savedAndDeleted(things: Readonly<Record<string, string>>): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    Object.entries(things).flatMap(([concept, thing]) => [
      [`save${concept}`, [thing, 'saved']],
      [`delete${concept}`, [thing, 'deleted']],
    ]),
  );
}

function moves(): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    everyLifecycle.flatMap(([type, { events }]) =>
      Object.entries(events).flatMap(([operation, { deed }]) => {
        if (deed === undefined) return [];
        return [[operation, typeof deed === 'string' ? [recordTypes[type].title, deed] : deed]];
      }),
    ),
  );
}

/** Converts a name from code to words: `taxProfileRates` becomes 'Tax profile rates'. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every operation in the audit log, with its description. */
export const deedWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(deeds).map((operation) => [operation, deedOf(operation)]),
);

/** Returns the description of an operation as a sentence, with the record's name if known. */
export function deedOf(operation: string, name?: string): string {
  const [thing, done] = deeds[operation] ?? [wordsOf(operation), ''];
  const bare = name ? thing : thing.replace(/ of$/, '');
  return [bare, name, done].filter(Boolean).join(' ');
}
