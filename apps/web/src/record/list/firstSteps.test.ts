import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { screens } from '../../screens.ts';
import { firstRun, firstSteps } from './firstSteps.ts';

const steps = [...Object.values(firstSteps), firstRun].flatMap((first) => first.steps);
const screenOf = (path: string) =>
  screens.find((screen) =>
    [screen.path, ...(screen.aliases ?? [])].some((pattern) => matchPath(pattern, path.split('?')[0] ?? '') !== null),
  );

describe('the first steps on an empty list', () => {
  it.each(steps.map((step) => [step.title, step]))('%s leads to a screen that its users may open', (_, step) => {
    const screen = screenOf(step.path);
    expect(screen).toBeDefined();
    if (screen?.kind === 'add') expect(screen.permission).toBe(step.permission);
  });

  it('have a sentence and a step on each list', () => {
    for (const { text, steps: offered } of Object.values(firstSteps)) {
      expect(text).toMatch(/[.]$/);
      expect(offered.length).toBeGreaterThan(0);
    }
  });
});
