/** The token of an emailed invitation until it is answered, because the person may have to sign in first, possibly at a provider. */
const key = 'carrara.invitation';

export const mailedInvitation = (): string | undefined => sessionStorage.getItem(key) ?? undefined;
export const rememberMailedInvitation = (token: string): void => sessionStorage.setItem(key, token);
export const forgetMailedInvitation = (): void => sessionStorage.removeItem(key);
