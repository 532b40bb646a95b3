import type { Fields } from '@carrara/contract/core/fields';
import type { Kind } from '@carrara/contract/core/kinds';
import type { Note } from '@carrara/contract/platform/note';
import type { ListDefinition } from '@carrara/contract/core/paging';
import type { Permission } from '@carrara/contract/core/permissions';
import type { ListName, MutationName, QueryName } from '../api/operations.ts';

export type RecordValue = Readonly<Record<string, unknown>> & { readonly id: string; readonly rowVersion: number };

export interface RecordFigure {
  readonly field: string;
  readonly label: string;
  readonly kind: Kind;
  /** The field that has the amount of each currency. */
  readonly amountsIn?: string;
}

/**
 * A kind of record, as data: its list, profile and editor are the same three screens for all of them. A screen that needs more is an
 * ordinary component built of the same parts.
 */
export interface RecordDefinition {
  /** In a sentence: `Add fund`. */
  readonly noun: string;
  /** What making one is called, as its button says it; `Add` when left out. */
  readonly making?: 'Create';
  readonly fields: Fields;
  /** Rows that are edited and shown with a plain record, each over a field table of its own. */
  readonly rows?: Readonly<Record<string, Fields>>;
  readonly list: ListDefinition & { readonly operation: ListName };
  readonly get: QueryName;
  readonly save: MutationName;
  readonly remove?: MutationName;
  /** What a save says once, as the record has it from then on. */
  readonly saidOnce?: Readonly<Record<string, null>>;
  readonly editPermission: Permission;
  readonly deletePermission?: Permission;
  /** Whether this one record may be changed or deleted by the person, where that is not the same for all. */
  readonly isEditable?: (record: RecordValue) => boolean;
  readonly nameOf: (record: RecordValue) => string;
  readonly paths: RecordPaths;
  readonly viewAfterSave?: string;
  /** It is of somebody's pay: who reads one is written down, so that none is read before it is opened. */
  readonly isPay?: true;
  /** What is wrong with one field beside another, by field; the server's rule, told as the field is left. */
  readonly check?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, string | undefined>>;
  /** Short facts under the name of a profile, and the field that shows as its badge. */
  readonly facts?: readonly string[];
  readonly status?: string;
  readonly figures?: readonly RecordFigure[];
  readonly picture?: string;
  readonly deletion?: string;
  /** Said instead of asking where a record's `canDelete` is false. */
  readonly cannotDelete?: string;
  /** What ends the sentence that says that it was saved, updated or deleted. */
  readonly stop?: '.';
  /** Set for records that carry notes: what kind of record they are to them. */
  readonly annotated?: Note['objectType'] | ((record: RecordValue) => Note['objectType']);
  /** The module that keeps what is written here of a record that others show too. */
  readonly application?: 'performance';
}

/** Where the screens of a record are. */
export interface RecordPaths {
  readonly list: string;
  readonly add: string;
  readonly edit: (id: string) => string;
  readonly profile: (id: string, view?: string) => string;
}

/** The addresses that most records have: `…/add`, `…/{id}/edit`, `…/{id}/profile/{view}`. */
export const standardPaths = (base: string, firstView: string, list = base): RecordPaths => ({
  list,
  add: `${base}/add`,
  edit: (id) => `${base}/${id}/edit`,
  profile: (id, view = firstView) => `${base}/${id}/profile/${view}`,
});

export const hrefOf = (path: string) => `#${path}`;
