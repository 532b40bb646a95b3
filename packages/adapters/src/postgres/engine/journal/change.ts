/** One changed record, as the operation that changed it tells it. */
export interface Change {
  /** Name of the operation: the same as the lifecycle event's, the endpoint's and the hook's. */
  readonly operation: string;
  /** The concept, in camelCase: `fund`, `allocationProfile`. */
  readonly objectType: string;
  readonly objectId: string;
  readonly objectName?: string | null;
  /** The record whose activity tab also shows it. */
  readonly containerId?: string | null;
  /** The record before and after, with decimals as text; null when it was created or deleted. */
  readonly before: unknown;
  readonly after: unknown;
  readonly reason?: string | null;
  /** Its row version after the change. */
  readonly rowVersion?: number | null;
  /** What open screens know the concept as; default the object type in PascalCase. */
  readonly linkType?: string;
  /** The module that it is told as; default that of the kind of record, or through which the call came. */
  readonly application?: string;
  /** What else open screens have to read again because of it: ids only. */
  readonly alsoTells?: readonly { readonly linkType: string; readonly objectId: string }[];
  /** The other tenant of a row that two see: the same entry stands in its trail and is told there. It learns which tenant acted, not who in it. */
  readonly otherTenantId?: string;
  readonly params?: readonly { readonly key: string; readonly value: string }[];
}
