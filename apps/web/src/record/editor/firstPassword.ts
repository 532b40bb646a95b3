import { showOneTimeSecret } from './OneTimeSecret.tsx';

/** Displays the generated password of a new user this one time. */
export const showFirstPassword = (name: string, password: string): Promise<void> =>
  showOneTimeSecret({
    title: `First password of ${name}`,
    label: 'First password',
    value: password,
    text: 'Hand it over in person or through a channel that you trust. It won’t be shown again.',
    note: 'New users sign in with this password and then set their own. People with an account in another firm keep their password and enter this one to accept the invitation.',
  });
