let pending: Promise<boolean> | undefined;

async function prompt(): Promise<boolean> {
  const { requestSecondFactor } = await import('./StepUpDialog.tsx');
  return requestSecondFactor();
}

/** Asks for the second factor, once for all calls that wait for it. Resolves to true if it was presented. */
export function stepUp(): Promise<boolean> {
  pending ??= prompt().finally(() => {
    pending = undefined;
  });
  return pending;
}
