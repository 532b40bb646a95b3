/**
 * The guide of each screen, by its path, by its path without the module for settings (they are in several), or by its section. The guide is an address
 * after `#/help/`.
 */
export const screenHelp: Readonly<Record<string, string>> = {
  // Carry
  home: 'user/carry-run',
  participant: 'user/carry-run?section=steps',
  fund: 'calculations/allocation-profile',
  coinvestment: 'calculations/allocation-profile',
  investment: 'calculations/allocation-profile',
  vintage: 'calculations/allocation-profile',
  distribution: 'user/carry-run?section=steps',
  forecast: 'user/forecast',
  realization: 'calculations/realization',
  ledger: 'user/escrow-and-balances',
  reconcile: 'user/escrow-and-balances?section=reconcile-accrued-carry',
  delivery: 'user/portal?section=release-letters',
  report: 'user/reports',
  datamanagement: 'user/import-a-carry-plan',
  vesting: 'calculations/vesting',
  taxes: 'calculations/tax',
  'settings/approvals': 'user/carry-run?section=approvals',
  'settings/letters': 'user/carry-run?section=letters',
  'settings/portal': 'user/portal?section=give-someone-portal-access',
  // Performance
  dashboard: 'calculations/multiples',
  analysis: 'calculations',
  performanceFund: 'user/quarter-close',
  performanceInvestment: 'user/quarter-close',
  investor: 'user/links-and-transfers',
  firm: 'user/links-and-transfers',
  indexSeries: 'calculations/pme',
  benchmark: 'calculations/benchmark',
  performanceReport: 'user/reports',
  '/performance/report/investor-documents': 'user/quarter-close?section=send-the-documents-of-a-quarter',
  performanceData: 'user/administrators-files',
  '/performance/datamanagement/mapping': 'user/administrators-files?section=map-another-senders-columns',
  '/performance/datamanagement/mapping/add': 'user/administrators-files?section=map-another-senders-columns',
  '/performance/datamanagement/mapping/:id': 'user/administrators-files?section=map-another-senders-columns',
  '/performance/datamanagement/tenantlinkrequest': 'user/links-and-transfers?section=link-two-tenants',
  '/performance/datamanagement/tenantlinkdatatransfer': 'user/links-and-transfers?section=accept-a-transfer',
  '/performance/datamanagement/tenantlinkdatatransfer/:id': 'user/links-and-transfers?section=accept-a-transfer',
  reportingFund: 'calculations/capital-account',
  reportingInvestor: 'calculations/capital-account',
  reportingInvestment: 'calculations/multiples',
  // Compensation
  compHome: 'user/pay-and-privacy?section=from-hire-to-payroll',
  compEmployee: 'user/pay-and-privacy?section=from-hire-to-payroll',
  salary: 'calculations/salary',
  award: 'user/pay-and-privacy?section=from-hire-to-payroll',
  deferredAward: 'calculations/deferred-award',
  payroll: 'calculations/payroll-tie-out',
  payStatement: 'calculations/compensation-statement',
  compReport: 'user/reports',
  compData: 'user/pay-and-privacy?section=from-hire-to-payroll',
  'settings/payAccess': 'user/pay-and-privacy?section=pay-access',
  'settings/payRead': 'user/pay-and-privacy?section=the-pay-access-log',
  // Everywhere
  'settings/fx': 'calculations/fx',
  'settings/mail': 'operate/mail',
  '/account': 'operate/sign-in?section=your-account',
  '/appsettings': 'operate/sign-in?section=your-firms-rules',
  '/inbox': 'user/notes',
  '/inbox/:view': 'user/notes',
  '/note/:objectId': 'user/notes',
  '/subscription': 'user/lists',
  '/setup': 'user/import-a-carry-plan',
  // Portal
  portal: 'user/your-carry',
  portalAllocation: 'user/your-carry',
  portalVesting: 'user/your-carry',
  portalCarryAtNav: 'user/your-carry',
  portalLeaving: 'user/your-carry',
  portalDistribution: 'user/your-carry',
  portalForecast: 'user/your-carry',
  portalTax: 'user/your-carry',
  portalDocument: 'user/your-carry?section=documents',
  portalPay: 'user/your-carry?section=documents',
};

/** Returns the guide of a screen; undefined if no guide covers it. */
export const helpOfScreen = ({ path, section }: { readonly path: string; readonly section: string }) =>
  screenHelp[path] ?? screenHelp[settingsPath(path) ?? ''] ?? screenHelp[section];

/** Returns the path of settings without their module: `settings/fx`. */
export const settingsPath = (path: string): string | undefined => /^\/[^/]+\/(settings\/.*)$/.exec(path)?.[1];
