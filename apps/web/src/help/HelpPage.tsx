import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { HelpBrowser } from './HelpBrowser.tsx';

/** `#/help`, and `#/help/user/carry-run` for a page. */
export function HelpPage() {
  const { folder, page } = useParams();
  const [search] = useSearchParams();
  const section = search.get('section') ?? undefined;
  const address = useMemo(
    () => ({ path: folder && [folder, page].filter(Boolean).join('/'), section }),
    [folder, page, section],
  );
  return <HelpBrowser address={address} isPage />;
}
