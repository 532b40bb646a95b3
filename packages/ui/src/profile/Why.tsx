import { lazy, Suspense, useRef, useState } from 'react';
import type { Explanation } from './explanation.ts';
import styles from './why.module.css';

const WhyPanel = lazy(async () => ({ default: (await import('./WhyPanel.tsx')).WhyPanel }));

export interface WhyProps {
  /** The displayed figure. It is part of the title: 'Why 4,754,987.40?'. */
  readonly figure: string;
  /** Loads the explanation, once, when it is opened. */
  readonly load: () => Promise<Explanation>;
}

/** The 'why?' button behind a computed figure. It opens a panel at the side of the window. */
export function Why({ figure, load }: WhyProps) {
  const [answer, setAnswer] = useState<Promise<Explanation>>();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const request = () => {
    const loaded = load();
    // The content displays a failure. Until it is loaded, nothing else handles it.
    loaded.catch(() => undefined);
    setAnswer(loaded);
  };
  const show = () => {
    if (!answer) request();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.why}
        aria-label={`Why ${figure}?`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={show}
      >
        why?
      </button>
      {open && answer ? (
        <Suspense fallback={null}>
          <WhyPanel figure={figure} answer={answer} onRetry={request} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
