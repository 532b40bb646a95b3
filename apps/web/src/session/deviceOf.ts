import type { SignInMethod } from '@carrara/domain/platform/signIn';

export { deviceOf } from '@carrara/domain/platform/signIn';

const names: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  totp: 'Authenticator',
  recoveryCode: 'Recovery code',
  passkey: 'Passkey',
  provider: 'Provider',
  providerMfa: 'Provider, with a second factor',
};

/** What was shown in a session, in words. */
export const shownMethods = (methods: readonly SignInMethod[]): string =>
  methods.map((method) => names[method]).join(', ');
