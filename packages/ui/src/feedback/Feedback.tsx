import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import styles from './feedback.module.css';
import { currentDialogs, onDialogsChanged } from './openDialogs.ts';
import { hasToasts, onFirstToast } from './toasts.ts';

const ToastHost = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** Draws toasts and dialogs. Place it once inside the theme, around the application. */
export function Feedback({ children }: { readonly children: ReactNode }) {
  const dialogs = useSyncExternalStore(onDialogsChanged, currentDialogs);
  const drawsToasts = useSyncExternalStore(onFirstToast, hasToasts);
  return (
    <>
      {children}
      <Suspense fallback={null}>
        {/* Centered, because the save buttons are at the right end of the foot. On a narrow screen, they take the whole foot. */}
        {drawsToasts ? (
          <ToastHost className={styles.toasts ?? ''} position="bottom-center" limit={4} zIndex={400} />
        ) : null}
        {dialogs.map((dialog) => (
          <span key={dialog.key}>{dialog.element}</span>
        ))}
      </Suspense>
    </>
  );
}
