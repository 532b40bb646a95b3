/** The sign-in page in signIn.html, which people can use before the scripts have loaded. */
const earlyPage = () => document.querySelector('main.early');

/** Removes the early sign-in page, because another page is displayed. */
export const removeEarlySignIn = (): void => earlyPage()?.remove();

/** Replaces the early form by one with the same fields. What was typed, the focus and the selection stay. Without an early form, focuses the first field. */
export function restoreSignIn(form: HTMLFormElement): void {
  const early = earlyPage()?.querySelectorAll('input') ?? [];
  const fields = [...form.querySelectorAll('input')];
  let focused = fields[0];
  for (const { name, value, selectionStart, selectionEnd } of early) {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) continue;
    field.value = value;
    field.setSelectionRange(selectionStart, selectionEnd);
    if (document.activeElement?.matches(`main.early [name="${name}"]`)) focused = field;
  }
  removeEarlySignIn();
  focused?.focus();
}
