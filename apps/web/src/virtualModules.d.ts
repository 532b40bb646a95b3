declare module 'virtual:contract/endpoints' {
  export const endpoints: Readonly<Record<string, Readonly<Record<string, import('./api/operations.ts').CallData>>>>;
}

declare module 'virtual:contract/tables' {
  type TablesOf<M> = { readonly [K in keyof M as K extends `${string}Fields` ? K : never]: M[K] };
  export const lists: Readonly<
    Record<import('./api/operations.ts').ListName, import('@carrara/contract/core/paging').ListDefinition>
  >;
  export const fields: TablesOf<typeof import('@carrara/contract/portfolio/fund')> &
    TablesOf<typeof import('@carrara/contract/portfolio/vehicle')> &
    TablesOf<typeof import('@carrara/contract/portfolio/vintage')> &
    TablesOf<typeof import('@carrara/contract/portfolio/coinvestment')> &
    TablesOf<typeof import('@carrara/contract/portfolio/investment')> &
    TablesOf<typeof import('@carrara/contract/portfolio/tranche')> &
    TablesOf<typeof import('@carrara/contract/performance/investment')> &
    TablesOf<typeof import('@carrara/contract/performance/portfolioMetrics')> &
    TablesOf<typeof import('@carrara/contract/performance/bulkEdit')> &
    TablesOf<typeof import('@carrara/contract/people/participant')> &
    TablesOf<typeof import('@carrara/contract/compensation/salary')> &
    TablesOf<typeof import('@carrara/contract/compensation/award')> &
    TablesOf<typeof import('@carrara/contract/compensation/deferredAward')> &
    TablesOf<typeof import('@carrara/contract/compensation/payStatement')> &
    TablesOf<typeof import('@carrara/contract/compensation/yearsOfPay')> &
    TablesOf<typeof import('@carrara/contract/compensation/compEmployee')> &
    TablesOf<typeof import('@carrara/contract/carry/vestingSchedule')> &
    TablesOf<typeof import('@carrara/contract/carry/taxProfile')> &
    TablesOf<typeof import('@carrara/contract/carry/allocationProfile')> &
    TablesOf<typeof import('@carrara/contract/carry/distributionRequest')> &
    TablesOf<typeof import('@carrara/contract/carry/realizationRecord')> &
    TablesOf<typeof import('@carrara/contract/carry/forecastRecord')> &
    TablesOf<typeof import('@carrara/contract/carry/ledgerRun')> &
    TablesOf<typeof import('@carrara/contract/performance/economicTerms')>;
}
