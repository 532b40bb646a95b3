let asking: Promise<boolean> | undefined;

async function prompt(): Promise<boolean> {
  const { askSecondFactor } = await import('./StepUpDialog.tsx');
  return askSecondFactor();
}

/** Asks for the second factor, once for all calls that wait for it. Resolves to true if it was presented. */
export function stepUp(): Promise<boolean> {
  asking ??= prompt().finally(() => {
    asking = undefined;
  });
  return asking;
}
