/** A changed record, as the operation reports it. */
export interface Change {
  /** Name of the operation, equal to that of the lifecycle event, the endpoint and the hook. */
  readonly operation: string;
  /** The concept in camelCase: `fund`, `allocationProfile`. */
  readonly objectType: string;
  readonly objectId: string;
  readonly objectName?: string | null;
  /** Another record whose activity tab also displays the change. */
  readonly containerId?: string | null;
  /** The record before and after, with decimals as text. Null if it was created or deleted. */
  readonly before: unknown;
  readonly after: unknown;
  readonly reason?: string | null;
  /** Row version after the change. */
  readonly rowVersion?: number | null;
  /** The concept's name in live events. Defaults to the object type in PascalCase. */
  readonly linkType?: string;
  /** Module that the change belongs to. Defaults to that of the record type, or of the call. */
  readonly application?: string;
  /** Other records that open screens have to reload because of the change. Contains only ids. */
  readonly alsoNotifies?: readonly { readonly linkType: string; readonly objectId: string }[];
  /**
   * The other tenant of a shared row. It gets the same audit entry and events. It learns which tenant made the change,
   * but not who in it.
   */
  readonly otherTenantId?: string;
  readonly params?: readonly { readonly key: string; readonly value: string }[];
}
