import type { ListState } from '@carrara/ui/list/listState.ts';
import { useEffect, useEffectEvent } from 'react';

/** Opens the last page of a list if the requested one is beyond it, and returns true until then. `total` is undefined while the page loads. */
export function useLastPage(
  { page, pageSize }: Pick<ListState, 'page' | 'pageSize'>,
  total: number | undefined,
  goToPage: (page: number) => void,
): boolean {
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  const isBeyond = total !== undefined && page > lastPage;
  const open = useEffectEvent(() => goToPage(lastPage));
  useEffect(() => {
    if (isBeyond) open();
  }, [isBeyond]);
  return isBeyond;
}
