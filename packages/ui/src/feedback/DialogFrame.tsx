import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './feedback.module.css';
import { registerCloser } from './openDialogs.ts';

export interface DialogFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Wide: for a table of figures. */
  readonly size?: 'md' | 'lg' | 'xl' | 'wide';
  /** An alert has no way out but its button. */
  readonly alert?: boolean;
}

/** The frame of every dialog: title, named close button, focus kept inside and given back, Escape closes. */
export function DialogFrame({ title, onClose, children, size = 'md', alert = false }: DialogFrameProps) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => registerCloser(() => close.current()), []);
  const [opener] = useState(() => openerOf(document.activeElement));
  useLayoutEffect(
    // The dialog goes away with its answer, so that nothing else would give the focus back.
    () => () => {
      const focused = document.activeElement;
      if (focused === document.body || focused?.closest('[role=dialog]')) opener?.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size === 'wide' ? 'min(1120px, 96vw)' : size}
      withCloseButton={!alert}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        title: styles.dialogTitle ?? '',
        header: styles.dialogHeader ?? '',
        body: styles.dialogBody ?? '',
        content: styles.dialogContent ?? '',
      }}
    >
      {children}
    </Modal>
  );
}

/** What the focus goes back to: the button that opened the dialog; for an item of a menu the menu's own. */
function openerOf(focused: Element | null): HTMLElement | undefined {
  const menu = focused?.closest('[role=menu]');
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return button instanceof HTMLElement ? button : undefined;
}

/** The buttons at the foot of a dialog, the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.dialogActions}>{children}</div>;
}
