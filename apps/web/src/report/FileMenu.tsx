import { type ExportFormat, exportFormatNames, exportFormats } from '@carrara/contract/core/fileTypes';
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

/** The menu of the formats that a list or report is exported in. */
export const FormatMenu = ({
  onExport,
  onSubscribe,
}: {
  readonly onExport: (format: ExportFormat) => void;
  /** Subscribes to the file. */
  readonly onSubscribe?: (() => void) | undefined;
}) => (
  <FileMenu>
    {exportFormatNames.map((format) => (
      <Menu.Item key={format} onClick={() => onExport(format)}>
        {exportFormats[format].title}
      </Menu.Item>
    ))}
    {onSubscribe ? <Menu.Item onClick={onSubscribe}>On a schedule…</Menu.Item> : null}
  </FileMenu>
);
