import { registerCloser } from '@carrara/ui/feedback/openDialogs.ts';
import { Button, Drawer, Group } from '@mantine/core';
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { HelpBrowser } from './HelpBrowser.tsx';
import { helpHref } from '../frame/helpAddress.ts';
import type { HelpPanelProps } from '../frame/screenTypes.ts';
import styles from './help.module.css';

/** The help at the side of the window. The page next to it stays as it is, with everything that was typed. */
export function HelpPanel({ address, onBack, onClose }: HelpPanelProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => registerCloser(() => close()), []);
  const target = address.path && (address.section ? `${address.path}?section=${address.section}` : address.path);
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size="min(560px, 100%)"
      zIndex={300}
      title="Help"
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{ content: styles.panel ?? '', header: styles.panelHead ?? '', body: styles.panelBody ?? '' }}
    >
      <Group gap="xs" className={styles.panelActions ?? ''}>
        {onBack ? (
          <Button variant="default" size="xs" leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={onBack}>
            Back
          </Button>
        ) : null}
        {address.path ? (
          <Button variant="default" size="xs" component="a" href={helpHref()}>
            Start of the help
          </Button>
        ) : null}
        <Button
          variant="default"
          size="xs"
          component="a"
          href={helpHref(target)}
          target="_blank"
          rightSection={<IconExternalLink size={14} aria-hidden />}
        >
          Open in a new tab
        </Button>
      </Group>
      <HelpBrowser address={address} />
    </Drawer>
  );
}
