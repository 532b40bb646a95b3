import { Button, Group } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './tour.module.css';

/** A stop at the element with `data-tour` equal to its target. */
export interface TourStop {
  readonly target: string;
  readonly title: string;
  readonly text: string;
}

export interface TourProps {
  /** At least one, as `visibleStops` returns them. */
  readonly stops: readonly TourStop[];
  /** Called at the end, whether the person saw every stop or not. */
  readonly onEnd: () => void;
}

const gap = 10;
const cardWidth = 320;
/** The space that a card needs below its target. */
const cardHeight = 190;

const elementOf = ({ target }: TourStop) => document.querySelector(`[data-tour="${target}"]`);
/** Returns the rectangle of a stop's element; undefined if it isn't on the screen, such as a menu on a phone. */
function rectangleOf(stop: TourStop): DOMRect | undefined {
  const rectangle = elementOf(stop)?.getBoundingClientRect();
  const isVisible =
    rectangle !== undefined && rectangle.width > 0 && rectangle.right > 0 && rectangle.left < window.innerWidth;
  return isVisible ? rectangle : undefined;
}

/** Returns the stops whose element is on the screen. Call it when the tour starts, so that the number of stops doesn't change on the way. */
export const visibleStops = (stops: readonly TourStop[]): readonly TourStop[] =>
  stops.filter((stop) => rectangleOf(stop) !== undefined);

/** A card next to the element of each stop in turn. It takes the focus, and Escape ends it. The page stays usable. */
export function Tour({ stops, onEnd }: TourProps) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const endOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEnd();
    };
    document.addEventListener('keydown', endOnEscape);
    return () => document.removeEventListener('keydown', endOnEscape);
  }, [onEnd]);
  const stop = stops[at];
  if (!stop) return null;
  const isLast = at === stops.length - 1;
  return (
    <Stop
      key={stop.target}
      stop={stop}
      progress={`${String(at + 1)} of ${String(stops.length)}`}
      onBack={at === 0 ? undefined : () => setAt(at - 1)}
      onNext={isLast ? undefined : () => setAt(at + 1)}
      onEnd={onEnd}
    />
  );
}

interface StopProps {
  readonly stop: TourStop;
  readonly progress: string;
  readonly onBack: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onEnd: () => void;
}

function Stop({ stop, progress, onBack, onNext, onEnd }: StopProps) {
  const card = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const textId = useId();
  const rectangle = useRectangle(stop);
  const isPlaced = rectangle !== undefined;
  useEffect(() => {
    if (isPlaced) card.current?.focus({ preventScroll: true });
  }, [isPlaced]);
  if (!rectangle) return null;
  const { left, top, width, height } = rectangle;
  return (
    <>
      <div className={styles.ring} style={{ left, top, width, height }} aria-hidden />
      <div
        ref={card}
        role="dialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
        tabIndex={-1}
        className={styles.card}
        style={cardPosition(rectangle)}
      >
        <h2 id={titleId}>{stop.title}</h2>
        <p id={textId}>{stop.text}</p>
        <Group justify="space-between" gap="xs">
          <span className={styles.progress}>{progress}</span>
          <Group gap="xs">
            {onNext ? (
              <Button variant="subtle" size="xs" onClick={onEnd}>
                End tour
              </Button>
            ) : null}
            {onBack ? (
              <Button variant="default" size="xs" onClick={onBack}>
                Back
              </Button>
            ) : null}
            <Button size="xs" onClick={onNext ?? onEnd}>
              {onNext ? 'Next' : 'Done'}
            </Button>
          </Group>
        </Group>
      </div>
    </>
  );
}

/** Returns the rectangle of the stop's element, also after the window was resized. */
function useRectangle(stop: TourStop): DOMRect | undefined {
  const [rectangle, setRectangle] = useState<DOMRect>();
  useLayoutEffect(() => {
    const measure = () => setRectangle(rectangleOf(stop));
    measure();
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, true);
    return () => {
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, true);
    };
  }, [stop]);
  return rectangle;
}

/** Below the element or, for a tall element or at the bottom of the screen, next to it. Always within the screen. */
function cardPosition({ left, right, top, bottom }: DOMRect): { left: number; top: number } {
  const isRoomBelow = bottom + gap + cardHeight <= window.innerHeight;
  const most = Math.max(gap, window.innerWidth - cardWidth - gap);
  return isRoomBelow
    ? { left: Math.min(Math.max(gap, left), most), top: bottom + gap }
    : { left: Math.min(right + gap, most), top: Math.max(gap, Math.min(top, window.innerHeight - cardHeight - gap)) };
}
