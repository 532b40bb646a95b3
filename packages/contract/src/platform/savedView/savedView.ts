import { boards } from '@carrara/domain/platform/board';
import { columnWidths } from '@carrara/domain/platform/savedView';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { id, instant, text } from '../../core/schema.ts';
import { innerName } from '../../core/wireNames.ts';

/** The name of the call that returns the list, such as `listFunds`. */
const list = () => text(100).min(1, 'is required');
/** Accepts the wire name of a column (`VintageName`) and the internal one. */
const column = () => text(100).min(1, 'is required').overwrite(innerName);

const state = z.strictObject({
  tab: text(100).nullable(),
  search: z.string().max(200, 'is longer than 200 characters'),
  filters: z.array(z.strictObject({ id: text(100), values: z.array(text(200)).max(200) })).max(50),
  sort: column(),
  ascending: z.boolean(),
  /** The displayed columns in order; null for the list's own. */
  columns: z
    .array(column())
    .min(1)
    .max(200)
    .overwrite((fields) => [...new Set(fields)])
    .nullable(),
  widths: z
    .array(z.strictObject({ field: column(), width: z.int().min(columnWidths.least).max(columnWidths.most) }))
    .max(200),
  /** Null for the person's usual spacing. */
  density: z.enum(['comfortable', 'compact']).nullable(),
  pageSize: z.int().min(1).max(1000),
  hasTotals: z.boolean(),
});

const view = z.object({
  id: id(),
  rowVersion: z.int(),
  list: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  /** True for a view of the person who reads it. */
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** True if the person may change and delete the view. */
  canEdit: z.boolean(),
  state,
  updatedDate: instant(),
  updatedBy: z.string(),
});
export type SavedView = z.output<typeof view>;

/** A list as the person left it. */
const remembered = z.object({
  list: z.string(),
  /** Null if the person hasn't changed the list yet. */
  state: state.nullable(),
  /** The view that the state started from. */
  viewId: id().nullable(),
  defaultViewId: id().nullable(),
});
export type RememberedList = z.output<typeof remembered>;

const panels = z.array(z.strictObject({ id: text(50).min(1, 'is required'), isHidden: z.boolean() })).max(50);

const tags = ['SavedView'];
const own = { permission: 'savedView.edit', tags } as const;

/** Named arrangements of lists, private or shared with the firm, and how each person left each list and arranged each board. */
export const savedViewEndpoints = defineEndpoints({
  listSavedViews: {
    method: 'GET',
    path: '/api/saved-view',
    summary: 'The saved views that you may see, how you left each list, and how you arranged each board',
    permission: 'savedView.view',
    result: z.object({
      views: z.array(view),
      lists: z.array(remembered),
      /** The boards whose panels the person arranged. */
      boards: z.array(z.object({ board: z.string(), panels })),
      /** True if you may share views with the firm. */
      canShare: z.boolean(),
    }),
    tags,
  },
  getSavedView: {
    method: 'GET',
    path: '/api/saved-view/:id',
    summary: 'A saved view',
    permission: 'savedView.view',
    params: idParams,
    result: view,
    tags,
  },
  saveSavedView: {
    method: 'POST',
    path: '/api/saved-view',
    summary: 'Create or change a saved view',
    ...own,
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      list: list(),
      name: text(100).trim().min(1, 'is required'),
      isShared: z.boolean().default(false),
      /** Required for a new view. Without it, a stored view keeps its state. */
      state: state.optional(),
    }),
    result: view,
    failures: ['STALE_VERSION', 'ROW_VERSION_REQUIRED', 'REQUIRED', 'DUPLICATE', 'TOO_MANY_VIEWS'],
  },
  deleteSavedView: {
    method: 'DELETE',
    path: '/api/saved-view/:id',
    summary: 'Delete a saved view',
    ...own,
    params: idParams,
    query: z.strictObject({ rowVersion: z.coerce.number().int().optional() }),
    result: z.object({ id: id() }),
    failures: ['STALE_VERSION'],
  },
  /** Chooses the view that opens first in a list. Without a view, the list opens with its own columns and sort. */
  setDefaultView: {
    method: 'POST',
    path: '/api/saved-view/default',
    summary: 'Choose your default view of a list',
    ...own,
    body: z.strictObject({ list: list(), viewId: id().nullable() }),
    result: z.object({ saved: z.boolean() }),
  },
  /** Not in the audit log: nobody else sees it, and it changes with every filter. */
  rememberList: {
    method: 'POST',
    path: '/api/saved-view/last',
    summary: 'Remember how you left a list',
    ...own,
    body: z.strictObject({ list: list(), state: state.nullable(), viewId: id().nullish() }),
    result: z.object({ saved: z.boolean() }),
  },
  /** Not in the audit log, like the state of a list. */
  arrangeBoard: {
    method: 'POST',
    path: '/api/saved-view/board',
    summary: 'Arrange the panels of a board',
    ...own,
    /** Without panels, the board has its default arrangement. */
    body: z.strictObject({ board: z.enum(boards), panels: panels.nullable() }),
    result: z.object({ saved: z.boolean() }),
  },
});
