import { arrangePanels, type Board } from '@carrara/domain/platform/board';
import type { BoardPanel, BoardState } from '@carrara/ui/board/Board.tsx';
import { api } from '../../api/api.ts';
import { useRead } from '../../api/calls.ts';
import type { Answer } from '../../api/operations.ts';
import { useAppDispatch, useSession } from '../../session/hooks.ts';
import { sendAfterPause } from '../sendAfterPause.ts';

/**
 * Manages the arrangement of a board. A change applies at once in this tab, and is stored after a pause. A failure is not reported, because the board
 * works without it.
 */
export function useBoard(board: Board, panels: readonly BoardPanel[]): BoardState {
  const dispatch = useAppDispatch();
  const tenantId = useSession().tenantId ?? undefined;
  const { data, error } = useRead('listSavedViews', undefined);
  const stored = data?.boards.find((entry) => entry.board === board)?.panels ?? null;
  const ids = panels.map(({ id }) => id);
  return {
    isReady: data !== undefined || error !== undefined,
    panels: arrangePanels(ids, stored).flatMap(({ id, isHidden }) =>
      panels.flatMap((panel) => (panel.id === id ? [{ ...panel, isHidden }] : [])),
    ),
    arrange: (arranged) => {
      const next = arranged && arranged.map((panel) => ({ ...panel }));
      const update = api.util.updateQueryData as (operation: string, argument: unknown, edit: unknown) => never;
      dispatch(
        update('listSavedViews', undefined, (views: Answer<'listSavedViews'>) => {
          const others = views.boards.filter((entry) => entry.board !== board);
          views.boards = next ? [...others, { board, panels: next }] : others;
        }),
      );
      sendAfterPause(board, 'arrangeBoard', { board, panels: next }, tenantId);
    },
  };
}
