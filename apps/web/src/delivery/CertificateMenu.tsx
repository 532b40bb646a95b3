import { Button, Menu } from '@mantine/core';

export interface CertificateMenuProps {
  /** Whether it is what one comes to the page for. */
  readonly isMain?: boolean;
  readonly onTake: (as: 'pdf' | 'csv') => void;
}

/** The certificate of a delivery, in the forms in which it is given. */
export const CertificateMenu = ({ isMain = false, onTake }: CertificateMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant={isMain ? 'filled' : 'default'}>Certificate</Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onTake('pdf')}>PDF</Menu.Item>
      <Menu.Item onClick={() => onTake('csv')}>CSV</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
