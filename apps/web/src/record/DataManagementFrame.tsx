import { RouteTabs } from '@carrara/ui/profile/RouteTabs.tsx';
import type { ReactNode } from 'react';
import { useAllowedViews } from '../session/hooks.ts';

const views = [
  { id: 'uploads', title: 'Upload History', permission: 'upload.view' },
  { id: 'mapping', title: 'Mapping Templates', permission: 'upload.view' },
  { id: 'tenantlinkrequest', title: 'Tenant links', permission: 'tenantLink.view' },
  { id: 'tenantlinkdatatransfer', title: 'Data transfers', permission: 'dataTransfer.view' },
  { id: 'bulkedit', title: 'Bulk edit', permission: 'valuation.edit' },
] as const;
/** The views of every module. */
const everywhere: ReadonlySet<string> = new Set(['uploads', 'mapping']);

interface Props {
  readonly module?: string;
  readonly view: string;
  readonly children: ReactNode;
}

/** The data management of a module, with a tab per view. Links to other firms and bulk edit exist only in the performance module. */
export function DataManagementFrame({ module = 'performance', view, children }: Props) {
  const tabs = useAllowedViews(views).filter(({ id }) => module === 'performance' || everywhere.has(id));
  return (
    <>
      <RouteTabs
        label="Data management"
        current={view}
        tabs={tabs.map(({ id, title }) => ({ id, title, href: `#/${module}/datamanagement/${id}` }))}
      />
      {children}
    </>
  );
}
