import { readBoards, storeBoard } from '@carrara/adapters/postgres/platform/savedView/boardStates';
import type { StoredView } from '@carrara/adapters/postgres/platform/savedView/savedViews';
import { emptyId } from '@carrara/contract/core/kinds';
import { hasPermission } from '@carrara/contract/core/permissions';
import type { RememberedList, SavedView, savedViewEndpoints } from '@carrara/contract/platform/savedView/savedView';
import { ok } from '@carrara/domain/kernel';
import { canChangeView, type ViewState } from '@carrara/domain/platform/savedView';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import {
  deleteSavedView,
  viewPermissions,
  noSuchView,
  rememberList,
  saveView,
  setDefaultView,
  visibleListStates,
  visibleView,
  visibleViews,
} from '../../../usecases/platform/savedView.ts';

const answerState = ({ filters, columns, widths, ...state }: ViewState): SavedView['state'] => ({
  ...state,
  filters: filters.map(({ id, values }) => ({ id, values: [...values] })),
  columns: columns && [...columns],
  widths: [...widths],
});

function answer(context: RequestContext, { ownerId, isPay: _isPay, state, ...view }: StoredView): SavedView {
  return {
    ...view,
    state: answerState(state),
    isOwn: ownerId === context.person.id,
    canEdit: canChangeView({ ownerId, isShared: view.isShared }, viewPermissions(context)),
  };
}

export const savedViewOperations: Operations<typeof savedViewEndpoints> = {
  async listSavedViews(context) {
    const views = await visibleViews(context);
    const isVisible = (id: string | null) => views.some((view) => view.id === id);
    const lists = (await visibleListStates(context)).map(
      ({ list, state, viewId, defaultViewId }): RememberedList => ({
        list,
        state: state && answerState(state),
        viewId: isVisible(viewId) ? viewId : null,
        defaultViewId: isVisible(defaultViewId) ? defaultViewId : null,
      }),
    );
    const boards = (await readBoards(context.tx)).map(({ board, panels }) => ({ board, panels: [...panels] }));
    const canShare = hasPermission(context.grants, 'savedView.share');
    return ok({ views: views.map((view) => answer(context, view)), lists, boards, canShare });
  },
  async getSavedView(context, { params: { id } }) {
    const view = await visibleView(context, id);
    return view ? ok(answer(context, view)) : noSuchView();
  },
  async saveSavedView(context, { body: { id, ...view } }) {
    const saved = await saveView(context, { ...view, id: id && id !== emptyId ? id : undefined });
    return saved.map((stored) => answer(context, stored));
  },
  async deleteSavedView(context, { params: { id }, query: { rowVersion } }) {
    return (await deleteSavedView(context, { id, rowVersion })).map((deleted) => ({ id: deleted }));
  },
  async setDefaultView(context, { body }) {
    return (await setDefaultView(context, body)).map(() => ({ saved: true }));
  },
  async rememberList(context, { body: { list, state, viewId } }) {
    return (await rememberList(context, { list, state, viewId: viewId ?? null })).map(() => ({ saved: true }));
  },
  async arrangeBoard({ tx }, { body: { board, panels } }) {
    await storeBoard(tx, board, panels);
    return ok({ saved: true });
  },
};
