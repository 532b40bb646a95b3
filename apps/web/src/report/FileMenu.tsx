import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The menu of the files that a page offers. */
export const FileMenu = ({ children }: { readonly children: ReactNode }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

interface FormatMenuProps {
  /** The formats by title. */
  readonly formats: Readonly<Record<string, string>>;
  readonly onExport: (format: string) => void;
}

/** The menu of the formats of one file. */
export const FormatMenu = ({ formats, onExport }: FormatMenuProps) => (
  <FileMenu>
    {Object.entries(formats).map(([title, format]) => (
      <Menu.Item key={format} onClick={() => onExport(format)}>
        {title}
      </Menu.Item>
    ))}
  </FileMenu>
);
