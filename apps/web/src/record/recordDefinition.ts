import type { Fields } from '@carrara/contract/core/fields';
import type { Kind } from '@carrara/contract/core/kinds';
import type { Note } from '@carrara/contract/platform/note/note';
import type { ListDefinition } from '@carrara/contract/core/paging';
import type { Permission } from '@carrara/contract/core/permissions';
import type { Answer, ListName, MutationName, QueryName } from '../api/operations.ts';

export type RecordValue = Readonly<Record<string, unknown>> & { readonly id: string; readonly rowVersion: number };

/** A record as its call returns it. Without a certain call, any record. */
export type RecordOf<G extends QueryName> = RecordValue & (QueryName extends G ? unknown : Answer<G>);
/** A row as the list returns it. Without a certain list, any row. */
export type RowOf<O extends ListName> = RecordValue &
  (ListName extends O ? unknown : Answer<O> extends { readonly pageData: readonly (infer Row)[] } ? Row : unknown);

interface RecordFigure {
  readonly field: string;
  readonly label: string;
  readonly kind: Kind;
  /** The field with the amount per currency. */
  readonly amountsIn?: string;
}

/**
 * A record type as data. The list, profile and editor are the same three pages for all types. A page that needs more is an ordinary component built
 * from the same parts.
 */
export interface RecordDefinition<G extends QueryName = QueryName> {
  /** The noun for use in a sentence: `Add fund`. */
  readonly noun: string;
  /** The verb of the button that creates a record; `Add` by default. */
  readonly options?: 'Create';
  readonly fields: Fields;
  /** Rows that are edited and displayed with a plain record, each with its own table of fields. */
  readonly rows?: Readonly<Record<string, Fields>>;
  readonly list: ListDefinition & { readonly operation: ListName };
  readonly get: G;
  readonly save: MutationName;
  readonly remove?: MutationName;
  /** Fields that only the response of a save contains. The cached record has these values instead. */
  readonly reportedOnce?: Readonly<Record<string, null>>;
  readonly editPermission: Permission;
  readonly deletePermission?: Permission;
  /** True if the person may change or delete this record, for types where that differs between records. */
  readonly isEditable?: (record: RecordValue) => boolean;
  readonly nameOf: (record: RecordValue) => string;
  readonly paths: RecordPaths;
  readonly viewAfterSave?: string;
  /** Set for pay. Each read is logged, so a record is never loaded before somebody opens it. */
  readonly isPay?: true;
  /** Returns the errors of fields that contradict each other, by the server's rule. They appear when the focus leaves the field. */
  readonly check?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, string | undefined>>;
  /** Fields displayed under the name of a profile. `status` is its badge. */
  readonly facts?: readonly string[];
  readonly status?: string;
  readonly figures?: readonly RecordFigure[];
  readonly picture?: string;
  readonly deletion?: string;
  /** The message that replaces the confirmation if `canDelete` of a record is false. */
  readonly cannotDelete?: string;
  /** The end of the message that the record was saved, updated or deleted. */
  readonly stop?: '.';
  /** Set for records that can have notes: their type in notes. */
  readonly annotated?: Note['objectType'] | ((record: RecordValue) => Note['objectType']);
  /** The module that owns documents and notes here, for a record that other modules display, too. */
  readonly application?: 'performance';
}

/** The paths of a record's pages. */
export interface RecordPaths {
  readonly list: string;
  readonly add: string;
  readonly edit: (id: string) => string;
  readonly profile: (id: string, view?: string) => string;
}

/** Returns the usual paths of a record type: `…/add`, `…/{id}/edit`, `…/{id}/profile/{view}`. */
export const standardPaths = (base: string, defaultView: string, list = base): RecordPaths => ({
  list,
  add: `${base}/add`,
  edit: (id) => `${base}/${id}/edit`,
  profile: (id, view = defaultView) => `${base}/${id}/profile/${view}`,
});

export const toHref = (path: string) => `#${path}`;
