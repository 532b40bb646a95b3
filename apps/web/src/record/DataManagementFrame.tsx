import { RouteTabs } from '@carrara/ui/profile';
import type { ReactNode } from 'react';
import { useAllowedViews } from '../session/hooks.ts';

const base = '/performance/datamanagement';
const views = [
  { id: 'uploads', title: 'Upload History', permission: 'upload.view' },
  { id: 'mapping', title: 'Mapping Templates', permission: 'upload.view' },
  { id: 'tenantlinkrequest', title: 'Tenant links', permission: 'tenantLink.view' },
  { id: 'tenantlinkdatatransfer', title: 'Data transfers', permission: 'dataTransfer.view' },
] as const;

/** The views of performance's data management, as tabs over the one that is open. */
export function DataManagementFrame({ view, children }: { readonly view: string; readonly children: ReactNode }) {
  const tabs = useAllowedViews(views);
  return (
    <>
      <RouteTabs
        label="Data management"
        current={view}
        tabs={tabs.map(({ id, title }) => ({ id, title, href: `#${base}/${id}` }))}
      />
      {children}
    </>
  );
}
