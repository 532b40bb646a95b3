import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import styles from './feedback.module.css';
import { currentDialogs, onDialogsChanged } from './openDialogs.ts';

const ToastHost = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** Draws toasts and dialogs. Place it once inside the theme, around the application. */
export function Feedback({ children }: { readonly children: ReactNode }) {
  const dialogs = useSyncExternalStore(onDialogsChanged, currentDialogs);
  return (
    <>
      {children}
      <Suspense fallback={null}>
        {/* Centered, because the save buttons are at the right end of the foot. On a narrow screen, they take the whole foot. */}
        <ToastHost className={styles.toasts ?? ''} position="bottom-center" limit={4} zIndex={400} />
        {dialogs.map((dialog) => (
          <span key={dialog.key}>{dialog.element}</span>
        ))}
      </Suspense>
    </>
  );
}
