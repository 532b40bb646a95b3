import { Button, Menu } from '@mantine/core';

export interface CertificateMenuProps {
  /** True if the certificate is the main action of the page. */
  readonly isMain?: boolean;
  readonly onDownload: (as: 'pdf' | 'csv') => void;
}

/** The menu that offers the certificate of a delivery in each of its formats. */
export const CertificateMenu = ({ isMain = false, onDownload }: CertificateMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant={isMain ? 'filled' : 'default'}>Certificate</Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onDownload('pdf')}>PDF</Menu.Item>
      <Menu.Item onClick={() => onDownload('csv')}>CSV</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
