import { lazy, Suspense, useRef, useState } from 'react';
import type { Explanation } from './explanation.ts';
import styles from './why.module.css';

const WhyPanel = lazy(async () => ({ default: (await import('./WhyPanel.tsx')).WhyPanel }));

export interface WhyProps {
  /** The figure as it is shown; titles the answer: 'Why 4,754,987.40?'. */
  readonly figure: string;
  /** Asked for when it is opened, once. */
  readonly load: () => Promise<Explanation>;
}

/** The 'why?' behind a computed figure; it opens a panel at the side of the window. */
export function Why({ figure, load }: WhyProps) {
  const [answer, setAnswer] = useState<Promise<Explanation>>();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const request = () => {
    const loaded = load();
    // The content tells a failure; until it is loaded nobody else would.
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
