import pg from 'pg';

/**
 * Refreshes the planner's statistics, so that queries right after a bulk load get good plans. PostgreSQL does so on its
 * own a while later, but until then a list over several tables can take seconds.
 */
export async function refreshStatistics({ adminUrl }: { readonly adminUrl: string }): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'carrara statistics' });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await admin.query('ANALYZE');
  } finally {
    await admin.end();
  }
}
