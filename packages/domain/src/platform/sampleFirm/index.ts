import { addDays, type CalendarDate, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** The most sample firms that a firm can add within a number of days, archived ones included. Their data stay. */
const mostAdded = 3;
const withinDays = 30;
/** The maximum number of characters that a sample firm's name takes from its firm, so that a number fits after them. */
const longestName = 180;

export interface SampleFirmFacts {
  /** True if the firm is a sample firm itself. */
  readonly isSample: boolean;
  /** True if the firm has a sample firm that isn't archived. */
  readonly hasOpen: boolean;
  /** True while a background job adds one. */
  readonly isComing: boolean;
  /** The dates of all sample firms that the firm added. */
  readonly addedOn: readonly CalendarDate[];
  readonly today: CalendarDate;
}

/** Decides whether an administrator of a firm can add a sample firm. Fails: WRONG_STATE. */
export function decideSampleFirm({
  isSample,
  hasOpen,
  isComing,
  addedOn,
  today,
}: SampleFirmFacts): Result<true, Failures> {
  const refuse = (detail: string) => err([fail('WRONG_STATE', [], detail)]);
  if (isSample) return refuse('A sample firm can’t have a sample firm of its own.');
  if (isComing) return refuse('A sample firm is being added.');
  if (hasOpen) return refuse('Your firm already has a sample firm. Archive it before you add another one.');
  const recent = addedOn.filter((date) => date > addDays(today, -withinDays));
  return recent.length < mostAdded
    ? ok(true)
    : refuse(`A firm can add ${String(mostAdded)} sample firms within ${String(withinDays)} days. Try again later.`);
}

/** Returns the name of a firm's sample firm, which can't be mistaken for the firm itself. */
export const sampleFirmName = (firmName: string): string => `Sample: ${firmName.slice(0, longestName).trim()}`;
