/** What the product knows of a kind of record beside its fields. */
export interface RecordType {
  readonly area: 'platform' | 'people' | 'portfolio' | 'carry';
  /** What people call one of them, and many. */
  readonly title: string;
  readonly plural: string;
  /** Where its own columns lie; code and name lie in the parent's table, where it has a parent. */
  readonly table: string;
  readonly parent?: 'container' | 'participant';
  /** The tables of its own rows by the fields that hold them; each points at it by a column of its table's name: `fund_id`. */
  readonly rows?: Readonly<Record<string, string>>;
  /** The trail of changes keeps its state with another record's, or not at all. */
  readonly isApart?: true;
  /** The concept of the permissions (`fund.view`) that it is read with. */
  readonly permission: string;
  /** Whose usual rights make up that concept; absent where `permissions.ts` says it, or where it is another record's. */
  readonly rights?: 'carry' | 'portfolio' | 'everywhere';
  /** The module that its changes are told as; carry's unless said otherwise. */
  readonly module?: 'platform';
  /** Its changes are told to nobody's open screens. */
  readonly isUntold?: true;
  /** Its screens are the standard ones, at `listAddress` and below it. */
  readonly isPlain?: true;
  /** Notes and documents hang on it. */
  readonly annotated?: true;
  /** The call that lists it, the column that names a row there, and what is asked for so that all are found. */
  readonly list?: string;
  readonly name?: string;
  readonly listQuery?: Readonly<Record<string, string>>;
  /** The command palette finds it. */
  readonly palette?: true;
  /** Where many are shown, and where one is: `:id`, and `:containerId` for the record that it hangs on. */
  readonly listAddress?: string;
  readonly address?: string;
  /** Its entry of a module's menu. */
  readonly menu?: {
    readonly id: string;
    readonly module: 'carry' | 'performance';
    readonly group: 'Carry' | 'Setup' | 'Portfolio';
    readonly icon?: string;
  };
  /** The records and concepts that show something of it: a change makes them stale too. */
  readonly shownIn?: readonly string[];
}

const shown = {
  fund: ['Coinvestment', 'Vintage', 'Investment', 'Tranche', 'Distribution', 'AllocationProfile'],
  coinvestment: ['Fund', 'Investment', 'Tranche', 'Distribution', 'AllocationProfile'],
  profile: ['Fund', 'Coinvestment', 'Tranche', 'Participant', 'VestingSchedule'],
  distribution: ['Fund', 'Coinvestment', 'Investment', 'Tranche', 'Participant', 'AllocationProfile'],
} as const;
const everyone = { isCarryEligible: 'false' } as const;

/**
 * Every kind of record, by the name that its audit entries and references have; a kind stands here once, and what depends on it is derived:
 * permissions, deeds, targets of notes, documents and references, activity, lists below a record, menu, palette, choices, links, live updates.
 */
export const recordTypes = {
  fund: {
    area: 'portfolio',
    title: 'Fund',
    plural: 'Funds',
    table: 'fund',
    parent: 'container',
    rows: { sectors: 'fund_sector' },
    permission: 'fund',
    // Other modules keep funds and employees too; what carry answers of them holds carry's figures, so it is carry's to give.
    rights: 'carry',
    annotated: true,
    list: 'listFunds',
    name: 'legalName',
    palette: true,
    listAddress: '/carry/fund',
    address: '/carry/fund/:id/profile/overview',
    menu: { id: 'fund', module: 'carry', group: 'Carry', icon: 'bank' },
    shownIn: shown.fund,
  },
  coinvestment: {
    area: 'portfolio',
    title: 'Coinvestment',
    plural: 'Coinvestments',
    table: 'coinvestment',
    parent: 'container',
    permission: 'coinvestment',
    rights: 'carry',
    annotated: true,
    list: 'listCoinvestments',
    name: 'name',
    palette: true,
    listAddress: '/carry/coinvestment',
    address: '/carry/coinvestment/:id/profile/overview',
    menu: { id: 'coinvestment', module: 'carry', group: 'Carry', icon: 'merge' },
    shownIn: shown.coinvestment,
  },
  investment: {
    area: 'portfolio',
    title: 'Investment',
    plural: 'Investments',
    table: 'investment',
    parent: 'container',
    rows: { industries: 'investment_industry' },
    permission: 'investment',
    rights: 'carry',
    annotated: true,
    list: 'listInvestments',
    name: 'investmentName',
    palette: true,
    listAddress: '/carry/investment',
    address: '/carry/investment/:id/profile/tranche',
    menu: { id: 'investment', module: 'carry', group: 'Carry', icon: 'briefcase' },
    shownIn: ['Fund', 'Coinvestment', 'Tranche', 'Distribution'],
  },
  fundInvestment: {
    area: 'portfolio',
    title: 'Investment of a fund',
    plural: 'Investments',
    table: 'fund_investment',
    parent: 'container',
    permission: 'investment',
    address: '/carry/investment/:containerId/profile/tranche',
  },
  coinvestmentInvestment: {
    area: 'portfolio',
    title: 'Investment of a coinvestment',
    plural: 'Investments',
    table: 'coinvestment_investment',
    parent: 'container',
    permission: 'investment',
    address: '/carry/investment/:containerId/profile/tranche',
  },
  tranche: {
    area: 'portfolio',
    title: 'Tranche',
    plural: 'Tranches',
    table: 'tranche',
    parent: 'container',
    permission: 'tranche',
    rights: 'carry',
    annotated: true,
    address: '/carry/investment/:containerId/tranche/:id/profile',
    shownIn: ['Investment', 'Fund', 'Coinvestment', 'AllocationProfile'],
  },
  vintage: {
    area: 'portfolio',
    title: 'Vintage',
    plural: 'Vintages',
    table: 'vintage',
    parent: 'container',
    permission: 'vintage',
    rights: 'carry',
    annotated: true,
    list: 'listVintages',
    name: 'vintageName',
    palette: true,
    listAddress: '/carry/vintage',
    address: '/carry/vintage/:id/profile/transactions',
    menu: { id: 'vintage', module: 'carry', group: 'Carry', icon: 'timeline' },
    shownIn: ['Fund', 'Investment', 'AllocationProfile'],
  },
  firm: {
    area: 'portfolio',
    title: 'Firm',
    plural: 'Firms',
    table: 'firm',
    parent: 'container',
    rows: { contacts: 'firm_contact' },
    permission: 'firm',
    rights: 'portfolio',
    isPlain: true,
    annotated: true,
    list: 'listFirms',
    name: 'name',
    palette: true,
    listAddress: '/performance/firm',
    address: '/performance/firm/:id/overview',
    menu: { id: 'firm', module: 'performance', group: 'Portfolio', icon: 'building' },
  },
  employee: {
    area: 'people',
    title: 'Employee',
    plural: 'Employees',
    table: 'employee',
    parent: 'participant',
    permission: 'employee',
    rights: 'carry',
    annotated: true,
    list: 'listEmployees',
    name: 'name',
    listQuery: everyone,
    listAddress: '/carry/participant/employee',
    address: '/carry/employee/:id/profile/overview',
    shownIn: ['Participant'],
  },
  trust: {
    area: 'people',
    title: 'Trust',
    plural: 'Trusts',
    table: 'trust',
    parent: 'participant',
    permission: 'trust',
    rights: 'carry',
    annotated: true,
    list: 'listTrusts',
    name: 'name',
    listQuery: everyone,
    listAddress: '/carry/participant/trust',
    address: '/carry/trust/:id/profile/overview',
    shownIn: ['Participant'],
  },
  entity: {
    area: 'people',
    title: 'Entity',
    plural: 'Entities',
    table: 'entity',
    parent: 'participant',
    permission: 'entity',
    rights: 'carry',
    annotated: true,
    list: 'listEntities',
    name: 'name',
    listQuery: everyone,
    listAddress: '/carry/participant/entity',
    address: '/carry/entity/:id/profile/overview',
    shownIn: ['Participant'],
  },
  allocationProfile: {
    area: 'carry',
    title: 'Allocation profile',
    plural: 'Allocation profiles',
    table: 'allocation_profile',
    permission: 'allocationProfile',
    rights: 'carry',
    annotated: true,
    address: '/carry/allocation/:id/profile/overview',
    shownIn: shown.profile,
  },
  distribution: {
    area: 'carry',
    title: 'Distribution',
    plural: 'Distributions',
    table: 'distribution',
    permission: 'distribution',
    annotated: true,
    list: 'listDistributions',
    name: 'name',
    palette: true,
    listAddress: '/carry/distribution',
    address: '/carry/distribution/:id/overview',
    menu: { id: 'distribution', module: 'carry', group: 'Carry', icon: 'coins' },
    shownIn: shown.distribution,
  },
  distributionApproval: {
    area: 'carry',
    title: 'Approval of a distribution',
    plural: 'Approvals of distributions',
    table: 'distribution_approval',
    isApart: true,
    permission: 'distribution',
    isUntold: true,
  },
  accountEntry: {
    area: 'carry',
    title: 'Account entry',
    plural: 'Account entries',
    table: 'account_entry',
    permission: 'distribution',
    address: '/carry/distribution/:containerId/overview',
  },
  escrowEntry: {
    area: 'carry',
    title: 'Escrow entry',
    plural: 'Escrow entries',
    table: 'escrow_entry',
    permission: 'distribution',
    isUntold: true,
    address: '/carry/distribution/:containerId/overview',
  },
  forecast: {
    area: 'carry',
    title: 'Forecast',
    plural: 'Forecasts',
    table: 'forecast',
    permission: 'forecast',
    annotated: true,
    menu: { id: 'forecast', module: 'carry', group: 'Carry' },
  },
  realization: {
    area: 'carry',
    title: 'Realization',
    plural: 'Realizations',
    table: 'realization',
    permission: 'realization',
    annotated: true,
    list: 'listRealizations',
    name: 'name',
    palette: true,
    listAddress: '/carry/realization',
    address: '/carry/realization/:id/overview',
    menu: { id: 'realization', module: 'carry', group: 'Carry', icon: 'trending' },
    shownIn: ['Fund', 'Coinvestment', 'Investment', 'Tranche', 'Participant', 'Distribution', 'AllocationProfile'],
  },
  vestingSchedule: {
    area: 'carry',
    title: 'Vesting schedule',
    plural: 'Vesting schedules',
    table: 'vesting_schedule',
    rows: { details: 'vesting_schedule_row' },
    permission: 'vesting',
    rights: 'carry',
    annotated: true,
    list: 'listVestingSchedules',
    name: 'name',
    listAddress: '/carry/settings/vesting',
    address: '/carry/settings/vestingDetail/:id',
    menu: { id: 'vesting', module: 'carry', group: 'Setup', icon: 'calendar' },
    shownIn: ['AllocationProfile'],
  },
  taxProfile: {
    area: 'carry',
    title: 'Tax profile',
    plural: 'Tax profiles',
    table: 'tax_profile',
    rows: { taxProfileRates: 'tax_profile_rate' },
    permission: 'taxProfile',
    rights: 'carry',
    annotated: true,
    list: 'listTaxProfiles',
    name: 'name',
    listAddress: '/carry/settings/taxes',
    address: '/carry/settings/taxDetail/:id',
    menu: { id: 'taxes', module: 'carry', group: 'Setup', icon: 'receipt' },
    shownIn: ['SourceTaxProfile', 'Participant'],
  },
  taxProfileAssignment: {
    area: 'carry',
    title: 'Assignment of a tax profile',
    plural: 'Assignments of tax profiles',
    table: 'tax_profile_assignment',
    permission: 'taxProfile',
    shownIn: ['SourceTaxProfile', 'TaxProfile'],
  },
  note: {
    area: 'platform',
    title: 'Note',
    plural: 'Notes',
    table: 'note',
    permission: 'note',
    rights: 'everywhere',
  },
  document: {
    area: 'platform',
    title: 'Document',
    plural: 'Documents',
    table: 'document',
    permission: 'document',
    rights: 'everywhere',
  },
  image: {
    area: 'platform',
    title: 'Picture',
    plural: 'Pictures',
    table: 'image',
    isApart: true,
    permission: 'document',
    shownIn: ['Investment', 'Participant'],
  },
  reference: {
    area: 'platform',
    title: 'Reference entry',
    plural: 'Reference entries',
    table: 'reference_entry',
    permission: 'reference',
    module: 'platform',
    address: '/carry/settings/reference',
    listAddress: '/carry/settings/reference',
  },
  currencyPair: {
    area: 'platform',
    title: 'Currency pair',
    plural: 'Currency pairs',
    table: 'currency_pair',
    permission: 'reference',
    module: 'platform',
    address: '/carry/settings/reference/currency-pair',
    listAddress: '/carry/settings/reference/currency-pair',
  },
  exchangeRate: {
    area: 'platform',
    title: 'Exchange rate',
    plural: 'Exchange rates',
    table: 'exchange_rate',
    permission: 'fx',
    module: 'platform',
    address: '/carry/settings/fx',
    listAddress: '/carry/settings/fx',
  },
  user: {
    area: 'platform',
    title: 'User',
    plural: 'Users',
    table: 'person',
    permission: 'user',
    module: 'platform',
    address: '/carry/settings/userProfile/:id',
    listAddress: '/carry/settings/user',
  },
  group: {
    area: 'platform',
    title: 'Group',
    plural: 'Groups',
    table: 'user_group',
    permission: 'group',
    module: 'platform',
    address: '/carry/settings/groupProfile/:id',
    listAddress: '/carry/settings/group',
  },
  tenant: {
    area: 'platform',
    title: 'Tenant',
    plural: 'Tenants',
    table: 'tenant',
    permission: 'tenant',
    module: 'platform',
    address: '/appsettings',
    listAddress: '/appsettings',
  },
  upload: {
    area: 'platform',
    title: 'Upload',
    plural: 'Uploads',
    table: 'upload_history',
    permission: 'upload',
    address: '/carry/datamanagement/uploads/:id',
    listAddress: '/carry/datamanagement',
  },
} as const satisfies Readonly<Record<string, RecordType>>;
