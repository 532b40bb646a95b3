/** The reasons why a sign-in failed that ended with a redirect, by the code in its address, with the message. */
export const signInRefusals = {
  refused: 'You couldn’t be signed in. Try again, or ask your administrator.',
  form: 'You couldn’t be signed in. Check your name and password, and try again.',
  canceled: 'You canceled the sign-in at the provider. Try again when you’re ready.',
  late: 'The sign-in took too long or was started in another window. Start it again here.',
  foreign: 'The provider’s response belongs to a different sign-in. You aren’t signed in. Start again.',
  unreachable: 'The sign-in provider can’t be reached right now. Try again later, or sign in another way.',
  noEmail:
    'The provider didn’t send an email address, which is required for your first sign-in. Ask your administrator.',
} as const;
export type SignInRefusal = keyof typeof signInRefusals;

/** Returns the message for a code in an address. An unknown code gets the general message. */
export const refusalText = (code: string): string =>
  Object.hasOwn(signInRefusals, code) ? signInRefusals[code as SignInRefusal] : signInRefusals.refused;
