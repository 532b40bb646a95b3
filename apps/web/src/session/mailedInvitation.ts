/** The token of an invitation whose link somebody came by, until it is answered: for whoever has to sign in first, at a provider too. */
const key = 'carrara.invitation';

export const mailedInvitation = (): string | undefined => sessionStorage.getItem(key) ?? undefined;
export const rememberMailedInvitation = (token: string): void => sessionStorage.setItem(key, token);
export const forgetMailedInvitation = (): void => sessionStorage.removeItem(key);
