import type { ContainerAllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useDownload } from '../../../api/download.ts';
import type { ContainerLocation } from './addresses.ts';
import { showVersionHistory } from './VersionHistoryDialog.tsx';
import { showWeightedAverage } from './WeightedAverageDialog.tsx';

export interface ContainerReportsProps {
  readonly location: ContainerLocation;
  readonly profiles: readonly ContainerAllocationProfile[];
  readonly asOf: string | undefined;
}

const withTranches: ReadonlySet<ContainerLocation['kind']> = new Set([
  'fund',
  'coinvestment',
  'fundInvestment',
  'coinvestmentInvestment',
  'vintage',
  'fundVintage',
]);

/** Reports about the allocation of a container: versions, weighted average and workbooks. */
export function ContainerReports({ location, profiles, asOf }: ContainerReportsProps) {
  const download = useDownload();
  const [first] = profiles;
  if (!first) return null;
  const { name } = first.container;
  const hasAverage = withTranches.has(location.kind);
  const report = (reportType: string) => {
    const params = { containerId: location.id, reportType };
    void download('exportAllocationReport', { params, query: asOf ? { asOf } : {} });
  };
  return (
    <>
      <Button variant="default" onClick={() => void showVersionHistory(name, first.id)}>
        Version history
      </Button>
      {hasAverage ? (
        <Button variant="default" onClick={() => void showWeightedAverage({ id: location.id, name })}>
          Weighted average
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Excel
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => report('entries')}>Entries in force</Menu.Item>
          <Menu.Item onClick={() => report('history')}>Changes in all versions</Menu.Item>
          {hasAverage ? <Menu.Item onClick={() => report('weighted-average')}>Weighted average</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
