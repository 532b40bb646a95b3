import type { Application } from '@carrara/contract/core/permissions';

/** API token that a program uses, and whether it may see pay. */
export interface ActingToken {
  readonly name: string;
  readonly withPay: boolean;
}

/** Tenant, person and time of a transaction, which are also set in the database. */
export interface TenantContext {
  readonly tenantId: string;
  /** Null for the program itself. */
  readonly personId: string | null;
  /** API token with which a program acts for the person. Absent if the person acts. */
  readonly token?: ActingToken | undefined;
  /** Module of the endpoint that was called. Absent for endpoints without a module, and for the program itself. */
  readonly module?: Application | undefined;
  /** Time of the clock port, as ISO text in UTC. All records and entries that the transaction writes get this time. */
  readonly now: string;
}
