/** True if the key belongs to the focused input or grid. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, canvas, [contenteditable]') !== null;
