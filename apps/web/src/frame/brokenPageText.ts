/** Returns the message of a page that stopped working. Messages of browsers and libraries may end in a stop of their own. */
export const brokenPageText = (error: unknown): string => {
  const reason = error instanceof Error ? error.message.replace(/[.\s]+$/, '') : '';
  return `This page stopped working${reason ? `: ${reason}` : ''}. Nothing was saved. Anything you typed into a form is offered when you open it again.`;
};
