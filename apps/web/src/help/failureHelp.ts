import type { FailureCode } from '@carrara/domain/kernel';

const run = 'user/carry-run?section=steps';
const approvals = 'user/carry-run?section=approvals';
const letters = 'user/carry-run?section=letters';
const balances = 'user/escrow-and-balances';
const check = 'user/administrators-files?section=check-and-confirm';
const correction = 'user/administrators-files?section=correct-a-file';
const closing = 'user/quarter-close';
const transfer = 'user/links-and-transfers?section=accept-a-transfer';
const payAccess = 'user/pay-and-privacy?section=pay-access';
const pay = 'user/pay-and-privacy?section=from-hire-to-payroll';
const portal = 'user/portal?section=give-someone-portal-access';
const account = 'operate/sign-in?section=your-account';
const profile = 'calculations/allocation-profile';
const distribution = 'calculations/distribution';
const vesting = 'calculations/vesting';

/** The help page of each failure that the page explains further than the message, as an address after `#/help/`. */
export const failureHelp: Readonly<Partial<Record<FailureCode, string>>> = {
  ADJUSTMENT_WITHOUT_ROW: distribution,
  ALREADY_DECIDED: approvals,
  ALREADY_LINKED: portal,
  ALREADY_TRANSFERRED: 'user/links-and-transfers?section=send-a-quarter',
  AMOUNT_ABOVE_BALANCES: `${distribution}?section=investor-balance-mode`,
  APPROVER_IS_MAKER: run,
  BUILT_UPON: balances,
  CHARACTERIZATION_MISSING: distribution,
  CHARACTERIZATION_NOT_100: distribution,
  CHECK_OUTDATED: check,
  CLAWBACK_ABOVE_PAID: balances,
  ENTITY_HAS_NO_ACCOUNT: balances,
  FILE_HAS_ERRORS: check,
  INPUTS_CHANGED: run,
  INVESTOR_BALANCE_OFF: `${distribution}?section=investor-balance-mode`,
  LAST_ROW_NOT_100: vesting,
  LINK_TO_ONESELF: portal,
  MONEY_SCALE: 'calculations/numbers',
  MULTIPLE_RATES: 'calculations/irr',
  NAV_MISSING: 'calculations/period-return',
  NET_BELOW_ZERO: distribution,
  NOTHING_ALLOCATED: profile,
  NOTHING_TO_TRANSFER: 'user/links-and-transfers?section=send-a-quarter',
  NOT_OPENED: 'user/your-carry?section=documents',
  NOT_PRINTABLE: letters,
  NOT_RECONCILED: closing,
  NOT_YOUR_TURN: approvals,
  NO_BANK_ACCOUNT: letters,
  NO_CONFIRMER: payAccess,
  NO_FX_RATE: 'calculations/fx',
  NO_MAIL_SERVER: 'operate/mail?section=set-up-mail',
  NO_ROOM_FOR_PREDILUTE: profile,
  NO_SIGN_CHANGE: 'calculations/irr',
  NUMBER_FORMAT: 'calculations/numbers',
  NUMBER_TOO_FINE: 'calculations/numbers',
  ONLY_APPROVER_DISBURSES: run,
  OVER_ALLOCATED: profile,
  OWN_PAY: payAccess,
  OWN_REQUEST: payAccess,
  OWN_RUN: run,
  PACKAGE_CHANGED: transfer,
  PASSKEY_HOST: account,
  PASSKEYS_ENOUGH: account,
  PASSWORD_EASY: account,
  PASSWORD_TOO_SHORT: account,
  PAYEES_ONLY: approvals,
  PAYEE_ALONE: approvals,
  PAY_ACCESS_NOT_YOURS: payAccess,
  PERIOD_LOCKED: closing,
  PERIOD_OPEN: closing,
  PERSON_OF_OTHER_TENANTS: 'operate/security?section=people-and-permissions',
  POLICY_APPROVER_MISSING: approvals,
  PROFILE_ENTRY_ERROR: profile,
  QUARTER_NOT_ENDED: closing,
  QUORUM_RANGE: approvals,
  QUORUM_UNREACHABLE: approvals,
  RELEASE_ABOVE_ESCROW: balances,
  ROLLED_FORWARD: 'calculations/period-return',
  ROWS_NOT_CONTIGUOUS: vesting,
  SECOND_FACTOR_DUE: account,
  SHORT_POSITION: 'calculations/pme',
  STEP_UP_REQUIRED: account,
  SUBSTITUTE_CHAIN: approvals,
  SUBSTITUTE_OVERLAP: approvals,
  SUBSTITUTE_SELF: approvals,
  TAX_RATE_MISSING: 'calculations/tax',
  TERMINATED_NOT_FULLY_VESTED: distribution,
  TRANSFERRED: transfer,
  UNALLOCATED: distribution,
  UNDO_TOO_LATE: correction,
  USED_SINCE: correction,
  VESTING_NOT_APPLICABLE: run,
  WARNINGS_NOT_CONFIRMED: check,
  YEAR_NOT_OVER: pay,
};
