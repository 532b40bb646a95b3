import { versionRequired } from '@carrara/adapters/postgres/engine/records/recordStore';
import {
  readListStates,
  storeDefaultView,
  storeListState,
} from '@carrara/adapters/postgres/platform/savedView/listStates';
import {
  canViewSomePay,
  deleteView,
  loadView,
  lockOwnViews,
  readViews,
  type StoredView,
  storeView,
} from '@carrara/adapters/postgres/platform/savedView/savedViews';
import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { type Access, hasPermission, hasAccessAs, permissionRequirement } from '@carrara/contract/core/permissions';
import { staffModules } from '@carrara/contract/manifests/manifest';
import { err, fail, noSuch, ok } from '@carrara/domain/kernel';
import {
  decideDeletedView,
  decideView,
  isViewVisible,
  type ViewFacts,
  type ViewState,
  withHiddenColumns,
} from '@carrara/domain/platform/savedView';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, staleVersion } from '../outcome.ts';

type Context = Pick<RequestContext, 'tx' | 'grants' | 'person'>;
type ListEndpoint = Endpoint & { readonly list: NonNullable<Endpoint['list']> };

/** Every list of the product, by the name of its call. */
const lists: ReadonlyMap<string, ListEndpoint> = new Map(
  Object.values(callsByConcept).flatMap((calls) =>
    Object.entries(calls).flatMap(([name, endpoint]) =>
      endpoint.list && !endpoint.report ? [[name, endpoint as ListEndpoint] as const] : [],
    ),
  ),
);

/** Returns the lists that a person may read, without regard to pay access, each with the columns that they may not read. */
export const readableLists = (
  isPermitted: (access: Access) => boolean,
): readonly { readonly list: string; readonly hiddenColumns: readonly string[] }[] =>
  [...lists].flatMap(
    ([
      list,
      {
        permission,
        list: { columns },
      },
    ]) => {
      const isHidden = (column: (typeof columns)[number]) => column.permission && !isPermitted(column.permission);
      const hiddenColumns = columns.filter(isHidden).map(({ field }) => field);
      return isPermitted(permission) ? [{ list, hiddenColumns }] : [];
    },
  );

const isPermitted = ({ grants }: Context, access: Access): boolean => {
  if (access === 'public' || access === 'signedIn') return true;
  return access === 'member' || access === 'staff' ? hasAccessAs(grants, access) : hasPermission(grants, access);
};
const isOfPay = ({ sensitive }: Endpoint): boolean => sensitive === 'always';
const isOfStaff = ({ permission }: Endpoint): boolean =>
  permission === 'staff' ||
  (permission.includes('.') &&
    permissionRequirement(permission as Exclude<Access, 'public' | 'signedIn' | 'member' | 'staff'>).applications.some(
      (application) => (staffModules as readonly string[]).includes(application),
    ));

/** Reads whether the person sees some pay, only once and only if a list contains pay. */
function lazyPayAccess({ tx }: Context): () => Promise<boolean> {
  let canView: Promise<boolean> | undefined;
  return () => (canView ??= canViewSomePay(tx));
}

/** Returns the list if the person may read it. A list of pay needs access to some pay, too. */
async function readableList(
  context: Context,
  name: string,
  hasPayAccess = lazyPayAccess(context),
): Promise<ListEndpoint | undefined> {
  const endpoint = lists.get(name);
  if (!endpoint || !isPermitted(context, endpoint.permission)) return undefined;
  return isOfPay(endpoint) && !(await hasPayAccess()) ? undefined : endpoint;
}

const isReadableColumn = (context: Context, { list }: ListEndpoint, field: string): boolean => {
  const column = list.columns.find((candidate) => candidate.field === field);
  return column?.permission === undefined || isPermitted(context, column.permission);
};

/** Returns a view without the columns that the reader may not read; undefined if the reader may not know of it. */
async function readableView(
  context: Context,
  view: StoredView,
  hasPayAccess: () => Promise<boolean>,
): Promise<StoredView | undefined> {
  const endpoint = await readableList(context, view.list, hasPayAccess);
  const { state } = view;
  const mayRead = (field: string) => endpoint !== undefined && isReadableColumn(context, endpoint, field);
  const isVisible = isViewVisible(view, {
    personId: context.person.id,
    isStaff: hasPermission(context.grants, 'savedView.share'),
    mayReadList: endpoint !== undefined,
    mayReadCriteria: [state.sort, ...state.filters.map(({ id }) => id)].every(mayRead),
  });
  if (!isVisible) return undefined;
  const columns = state.columns?.filter(mayRead) ?? null;
  const widths = state.widths.filter(({ field }) => mayRead(field));
  return { ...view, state: { ...state, columns: columns?.length === 0 ? null : columns, widths } };
}

/** Returns the views that the person may see. */
export async function visibleViews(context: Context): Promise<readonly StoredView[]> {
  const hasPayAccess = lazyPayAccess(context);
  const views = await readViews(context.tx);
  const readable = await Promise.all(views.map((view) => readableView(context, view, hasPayAccess)));
  return readable.filter((view) => view !== undefined);
}

/** Returns a view if the person may see it. */
export async function visibleView(context: Context, id: string): Promise<StoredView | undefined> {
  const view = await loadView(context.tx, id, 'read');
  return view && readableView(context, view, lazyPayAccess(context));
}

/** Returns how the person left each list that they may still read. */
export async function visibleListStates(context: Context) {
  const hasPayAccess = lazyPayAccess(context);
  const states = await readListStates(context.tx);
  const readable = await Promise.all(states.map(({ list }) => readableList(context, list, hasPayAccess)));
  return states.filter((_state, at) => readable[at] !== undefined);
}

const fieldsOf = ({ sort, columns, widths }: ViewState): readonly string[] => [
  ...new Set([sort, ...(columns ?? []), ...widths.map(({ field }) => field)]),
];

export const viewPermissions = ({ person, grants }: Context): Pick<ViewFacts, 'personId' | 'mayManage'> => ({
  personId: person.id,
  mayManage: hasPermission(grants, 'savedView.manage'),
});

export const noSuchView = () => err([noSuch('saved view')]);
const noSuchList = () => err([noSuch('list', ['list'])]);

interface ViewToSave {
  /** Undefined for a new view. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly list: string;
  readonly name: string;
  readonly isShared: boolean;
  /** Undefined to keep the stored one. */
  readonly state?: ViewState | undefined;
}

/**
 * Creates or changes a saved view. Columns that the person may not read stay.
 *
 * Fails: NOT_FOUND, REQUIRED, ROW_VERSION_REQUIRED, STALE_VERSION, and those of `decideView`.
 */
export async function saveView(context: Context, { id, rowVersion, state, ...view }: ViewToSave): Outcome<StoredView> {
  const { tx, grants } = context;
  const endpoint = await readableList(context, view.list);
  if (!endpoint) return noSuchList();
  const before = id === undefined ? undefined : await loadView(tx, id, 'locked');
  const readable = before && (await readableView(context, before, lazyPayAccess(context)));
  if (id !== undefined && !readable) return noSuchView();
  if (before && rowVersion == null) return err([versionRequired]);
  if (before && rowVersion !== before.rowVersion) return staleVersion();
  const mayRead = (field: string) => isReadableColumn(context, endpoint, field);
  const next = state && before ? withHiddenColumns(state, before.state, mayRead) : (state ?? before?.state);
  if (!next) return err([fail('REQUIRED', ['state'], 'Send the state of the list that the view stores.')]);
  if (!before) await lockOwnViews(tx, view.list);
  // A view can still be changed after one of its columns was removed.
  const earlier = readable ? fieldsOf(readable.state) : [];
  const isColumn = (field: string) => endpoint.list.columns.some((column) => column.field === field) && mayRead(field);

  const decision = decideView(before, view, {
    ...viewPermissions(context),
    mayShare: hasPermission(grants, 'savedView.share') && isOfStaff(endpoint),
    unknownColumns: (state ? fieldsOf(state) : []).filter((field) => !isColumn(field) && !earlier.includes(field)),
    others: (await readViews(tx)).filter((other) => other.list === view.list && other.id !== before?.id),
  });
  if (decision.isErr()) return err(decision.error);

  const stored = before?.id ?? newId();
  await storeView(tx, stored, { ...view, isPay: isOfPay(endpoint), state: next }, before);
  const saved = await visibleView(context, stored);
  return saved ? ok(saved) : noSuchView();
}

/** Deletes a saved view. Lists that opened with it open with their own columns. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION. */
export async function deleteSavedView(
  context: Context,
  { id, rowVersion }: { readonly id: string; readonly rowVersion?: number | undefined },
): Outcome {
  const view = await loadView(context.tx, id, 'locked');
  if (!view || !(await readableView(context, view, lazyPayAccess(context)))) return noSuchView();
  const decision = decideDeletedView(view, viewPermissions(context));
  if (decision.isErr()) return err(decision.error);
  if (rowVersion !== undefined && rowVersion !== view.rowVersion) return staleVersion();
  await deleteView(context.tx, view);
  return ok(id);
}

/** Chooses the view that opens first in a list, for this person only. Fails: NOT_FOUND. */
export async function setDefaultView(
  context: Context,
  { list, viewId }: { readonly list: string; readonly viewId: string | null },
): Outcome {
  if (!(await readableList(context, list))) return noSuchList();
  if (viewId !== null && (await visibleView(context, viewId))?.list !== list) return noSuchView();
  await storeDefaultView(context.tx, list, viewId);
  return ok(list);
}

/** Remembers how the person left a list. A view that they no longer see is left out. Fails: NOT_FOUND. */
export async function rememberList(
  context: Context,
  { list, state, viewId }: { readonly list: string; readonly state: ViewState | null; readonly viewId: string | null },
): Outcome {
  if (!(await readableList(context, list))) return noSuchList();
  const view = viewId === null ? undefined : await visibleView(context, viewId);
  await storeListState(context.tx, { list, state, viewId: view?.list === list ? view.id : null });
  return ok(list);
}
