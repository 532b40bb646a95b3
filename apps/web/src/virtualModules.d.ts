declare module 'virtual:help/index' {
  export const entries: readonly import('./help/searchHelp.ts').HelpEntry[];
  /** Loads the HTML of each page. */
  export const pages: Readonly<Record<string, (() => Promise<{ readonly html: string }>) | undefined>>;
}

declare module 'virtual:contract/endpoints' {
  type CallData = import('./api/operations.ts').CallData;
  /** A call without a method is a GET. */
  type ListedCall = Omit<CallData, 'method'> & Partial<Pick<CallData, 'method'>>;
  export const endpoints: Readonly<Record<string, Readonly<Record<string, ListedCall>>>>;
}

declare module 'virtual:contract/reports' {
  type Report = Pick<
    import('@carrara/contract/core/report').ReportDefinition,
    'module' | 'name' | 'aliases' | 'at' | 'category' | 'title' | 'permission'
  >;
  export const reportEntries: readonly (Report & { readonly operation: import('./api/operations.ts').ListName })[];
}

declare module 'virtual:contract/tables' {
  type TablesOf<M> = { readonly [K in keyof M as K extends `${string}Fields` ? K : never]: M[K] };
  type ListDefinition = import('@carrara/contract/core/paging').ListDefinition;
  export const lists: {
    readonly [O in import('./api/operations.ts').ListName]: ListDefinition & { readonly operation: O };
  };
  export const records: Readonly<
    Record<import('@carrara/contract/core/recordType').RecordTypeName, import('./record/plainRecord.ts').RecordTables>
  >;
  export const fields: TablesOf<typeof import('@carrara/contract/portfolio/fund')> &
    TablesOf<typeof import('@carrara/contract/portfolio/vehicle')> &
    TablesOf<typeof import('@carrara/contract/portfolio/vintage')> &
    TablesOf<typeof import('@carrara/contract/portfolio/coinvestment')> &
    TablesOf<typeof import('@carrara/contract/portfolio/investment')> &
    TablesOf<typeof import('@carrara/contract/portfolio/tranche')> &
    TablesOf<typeof import('@carrara/contract/performance/investment/investment')> &
    TablesOf<typeof import('@carrara/contract/performance/investment/portfolioMetrics')> &
    TablesOf<typeof import('@carrara/contract/performance/investment/bulkEdit')> &
    TablesOf<typeof import('@carrara/contract/people/participant')> &
    TablesOf<typeof import('@carrara/contract/compensation/salary')> &
    TablesOf<typeof import('@carrara/contract/compensation/award')> &
    TablesOf<typeof import('@carrara/contract/compensation/deferredAward')> &
    TablesOf<typeof import('@carrara/contract/compensation/payStatement')> &
    TablesOf<typeof import('@carrara/contract/compensation/yearsOfPay')> &
    TablesOf<typeof import('@carrara/contract/compensation/compEmployee')> &
    TablesOf<typeof import('@carrara/contract/carry/vesting/vestingSchedule')> &
    TablesOf<typeof import('@carrara/contract/carry/participant/taxProfile')> &
    TablesOf<typeof import('@carrara/contract/carry/allocation/allocationProfile')> &
    TablesOf<typeof import('@carrara/contract/carry/run/distributionRequest')> &
    TablesOf<typeof import('@carrara/contract/carry/run/realizationRecord')> &
    TablesOf<typeof import('@carrara/contract/carry/run/forecastRecord')> &
    TablesOf<typeof import('@carrara/contract/carry/run/ledgerRun')> &
    TablesOf<typeof import('@carrara/contract/performance/carryTerms/carryTerms')> &
    TablesOf<typeof import('@carrara/contract/performance/economicTerms/economicTerms')> &
    TablesOf<typeof import('@carrara/contract/performance/liquidation/carryScenario')>;
}
