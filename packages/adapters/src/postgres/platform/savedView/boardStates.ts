import type { ArrangedPanel, Board } from '@carrara/domain/platform/board';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { storeListState } from './listStates.ts';

/** Arrangements are stored with the states of lists. No call that returns a list has such a name. */
const prefix = 'board:';

export interface StoredBoard {
  readonly board: string;
  readonly panels: readonly ArrangedPanel[];
}

/** Returns how the person of the transaction arranged their boards. */
export const readBoards = (tx: Transaction): Promise<StoredBoard[]> =>
  tx.query(
    `SELECT substr(s.list, $3) AS board, s.state -> 'panels' AS panels
     FROM list_state s WHERE s.tenant_id = $1 AND s.person_id = $2 AND starts_with(s.list, $4) AND s.state IS NOT NULL ORDER BY s.list`,
    [tx.tenantId, tx.personId, prefix.length + 1, prefix],
  );

/** Stores how the person arranged a board; null restores its default arrangement. */
export const storeBoard = (tx: Transaction, board: Board, panels: readonly ArrangedPanel[] | null): Promise<void> =>
  storeListState(tx, { list: `${prefix}${board}`, state: panels && { panels }, viewId: null });
