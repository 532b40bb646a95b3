declare module 'virtual:contract/endpoints' {
  export const endpoints: Readonly<Record<string, Readonly<Record<string, import('./api/operations.ts').CallData>>>>;
}

declare module 'virtual:contract/tables' {
  type TablesOf<M> = { readonly [K in keyof M as K extends `${string}Fields` ? K : never]: M[K] };
  export const lists: Readonly<
    Record<import('./api/operations.ts').ListName, import('@carrara/contract/paging').ListDefinition>
  >;
  export const fields: TablesOf<typeof import('@carrara/contract/fund')> &
    TablesOf<typeof import('@carrara/contract/vintage')> &
    TablesOf<typeof import('@carrara/contract/coinvestment')> &
    TablesOf<typeof import('@carrara/contract/investment')> &
    TablesOf<typeof import('@carrara/contract/tranche')> &
    TablesOf<typeof import('@carrara/contract/participant')> &
    TablesOf<typeof import('@carrara/contract/vestingSchedule')> &
    TablesOf<typeof import('@carrara/contract/taxProfile')> &
    TablesOf<typeof import('@carrara/contract/allocationProfile')> &
    TablesOf<typeof import('@carrara/contract/distributionRequest')>;
}
