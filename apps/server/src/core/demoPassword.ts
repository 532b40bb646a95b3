/** The public password of the demo's accounts. In production, nobody can sign in with it. */
export const demoPassword = 'carrara-demo-2026';
