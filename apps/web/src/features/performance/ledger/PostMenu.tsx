import { ledgerAct, type LedgerActKind, ledgerActKinds } from '@carrara/domain/performance/ledger';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { OfVehicle } from './ledgerDialog.ts';
import { usePostAct } from './usePostAct.tsx';
import { usePostEntry } from './usePostEntry.ts';

/** The acts that post several records at once, and the form of a single entry of any type. */
export function PostMenu({ vehicleId }: OfVehicle) {
  const postAct = usePostAct({ vehicleId });
  const postEntry = usePostEntry(vehicleId);
  const item = (label: string, open: () => unknown) => (
    <Menu.Item key={label} onClick={() => void open()}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={15} aria-hidden />}>Post</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ledgerActKinds.map((kind: LedgerActKind) => item(ledgerAct(kind).title, () => postAct(kind)))}
        <Menu.Divider />
        {item('Other entry', postEntry)}
      </Menu.Dropdown>
    </Menu>
  );
}
