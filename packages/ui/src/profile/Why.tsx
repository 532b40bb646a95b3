import { Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Explanation } from './explanation.ts';
import styles from './profile.module.css';

const WhyContent = lazy(async () => ({ default: (await import('./WhyContent.tsx')).WhyContent }));

export interface WhyProps {
  /** The figure as it is shown; titles the answer: 'Why 4,754,987.40?'. */
  readonly figure: string;
  /** Asked for when it is opened, once. */
  readonly load: () => Promise<Explanation>;
}

/** The 'why?' behind a computed figure. It opens below its row, so that the row stays readable. */
export function Why({ figure, load }: WhyProps) {
  const [answer, setAnswer] = useState<Promise<Explanation>>();
  const [open, setOpen] = useState(false);
  const ask = () => {
    const asked = load();
    // The content tells a failure; until it is loaded nobody else would.
    asked.catch(() => undefined);
    setAnswer(asked);
  };
  const show = () => {
    if (!answer) ask();
    setOpen(!open);
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      offset={10}
      withArrow
      arrowSize={10}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button type="button" className={styles.why} aria-label={`Why ${figure}?`} onClick={show}>
          why?
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.whyBox ?? ''} aria-label={`Why ${figure}?`}>
        <Suspense fallback={<p className={styles.whyWait}>Looking it up…</p>}>
          {answer ? <WhyContent figure={figure} answer={answer} onRetry={ask} /> : null}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
