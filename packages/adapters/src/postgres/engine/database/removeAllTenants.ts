import pg from 'pg';

/**
 * Removes all firms and people from the database, including their audit logs. Use it only for a demo whose creation was
 * cut short.
 */
export async function removeAllTenants({ adminUrl }: { readonly adminUrl: string }): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'carrara start' });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await admin.query('TRUNCATE tenant, person CASCADE');
  } finally {
    await admin.end();
  }
}
