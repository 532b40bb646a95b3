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
 * The derivation of a figure at the side of the window, as high as it, so that however deep it is its end is reached; on a narrow screen as
 * wide as it. The page beside it stays readable. Escape and a click beside it close it, and the focus goes back.
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
