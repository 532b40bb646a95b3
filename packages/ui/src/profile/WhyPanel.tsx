import { Drawer } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { registerCloser } from '../feedback/openDialogs.ts';
import styles from './whyPanel.module.css';
import { WhyContent, type WhyContentProps } from './WhyContent.tsx';

export interface WhyPanelProps extends WhyContentProps {
  readonly figure: string;
  readonly onClose: () => void;
}

/**
 * The derivation of a figure at the side of the window. The panel has the height of the window and scrolls to the end of a deep derivation. On a
 * narrow screen, it has the full width. The page next to it stays readable. Escape or a click outside closes the panel, and the focus returns.
 */
export function WhyPanel({ figure, onClose, ...content }: WhyPanelProps) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => registerCloser(() => close.current()), []);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(440px, 100%)"
      title={`Why ${figure}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{
        content: styles.whyPanel ?? '',
        header: styles.whyHead ?? '',
        title: styles.whyTitle ?? '',
        body: styles.whyBody ?? '',
      }}
    >
      <WhyContent {...content} />
    </Drawer>
  );
}
