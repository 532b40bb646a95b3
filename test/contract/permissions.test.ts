import { applications, hasPermission, permissions, roles } from '@carrara/contract/core/permissions';
import { expect, it } from 'vitest';

/** Lists each permission with the roles that have it. `access.data.test.ts` checks that each call requires its own permission. */
it('S21: the permissions of each role in each application', async () => {
  const lines = permissions.map((permission) => {
    const granted = applications.flatMap((application) => {
      const among = roles.filter((role) => hasPermission({ [application]: role }, permission));
      return among.length > 0 ? [`${application} ${among.join(' ')}`] : [];
    });
    return `${permission}: ${granted.join(' | ')}`;
  });
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('permissions.txt');
});
