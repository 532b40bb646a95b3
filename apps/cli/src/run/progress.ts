import type { Run } from './act.ts';
import { numberText } from './countText.ts';

/** One line of the terminal with the progress of work and the remaining time; silent without a terminal. */
export interface Progress {
  at(done: number, total: number, activity?: string): void;
  /** Removes the line, so that something else can be printed. */
  clear(): void;
  end(): void;
}

export function progressLine({ quiet, json, errors }: Pick<Run, 'quiet' | 'json' | 'errors'>, noun: string): Progress {
  const begun = performance.now();
  const isDisplayed = errors.isTTY === true && !quiet && !json;
  const clear = () => void (isDisplayed && errors.write('\r\u001b[K'));
  return {
    at: (done, total, activity = '') => {
      if (!isDisplayed || total === 0) return;
      clear();
      errors.write(
        progressText({ done, total, noun, activity, milliseconds: performance.now() - begun }).slice(
          0,
          (errors.columns ?? 80) - 1,
        ),
      );
    },
    clear,
    end: clear,
  };
}

const wide = 20;

/** `[##########··········] 20 of 40 files · 1 min 20 s left · doing`. */
export function progressText(at: {
  readonly done: number;
  readonly total: number;
  readonly noun: string;
  readonly activity: string;
  readonly milliseconds: number;
}): string {
  const { done, total, noun, activity, milliseconds } = at;
  const full = Math.floor((wide * done) / total);
  const remaining =
    done === 0 || done === total ? '' : `${spanText(((milliseconds / done) * (total - done)) / 1000)} left`;
  const bar = `[${'#'.repeat(full)}${'·'.repeat(wide - full)}]`;
  return [`${bar} ${numberText(done)} of ${numberText(total)} ${noun}`, remaining, activity]
    .filter(Boolean)
    .join(' · ');
}

/** `8 s`, `1 min 20 s`, `2 h 5 min`. */
export function spanText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}
