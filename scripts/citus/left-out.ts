/** The server's tests that say nothing about a spread database, each with the reason why. */
export const NOT_ON_CITUS: Readonly<Record<string, string>> = {
  'server/housekeeping.test.ts':
    'It counts what is deleted at once by a trigger, which no spread table has; its other tests passed there.',
  'server/lending/books/audit.test.ts':
    'It changes rows behind the product, without the foreign keys: a coordinator cannot switch off those of its workers.',
  'server/lending/db/order-list.test.ts':
    'It counts the plans that PostgreSQL keeps for all values; Citus plans these statements for the values of each request.',
  'server/lending/orders/locks.test.ts':
    'It looks on the coordinator for waits that happen on the workers.',
  'server/platform/db/locate.test.ts': 'It looks for the embedded database.',
  'server/platform/db/pool.test.ts': 'Its pooler speaks to the embedded database.',
  'server/platform/db/statements.test.ts':
    'It plans statements without values, and Citus needs that of the column that spreads a table; `npm run citus` plans each with values.',
  'server/testing/releases/baseline.slow.test.ts':
    'It restores dumps of releases in which nothing was spread.',
}
