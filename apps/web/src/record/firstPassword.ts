import { showOnce } from './ShownOnceDialog.tsx';

/** Shows the password that was made for a new user, this once. */
export const showFirstPassword = (name: string, password: string): Promise<void> =>
  showOnce({
    title: `First password of ${name}`,
    label: 'First password',
    value: password,
    text: 'Hand it over in person or by a channel that you trust. It is shown only now.',
    note: 'Whoever is new signs in with it and then chooses an own one. Whoever has an account in another firm keeps the own password and gives this one to accept the invitation.',
  });
