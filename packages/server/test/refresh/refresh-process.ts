import { openDatabase } from '../../src/platform/db/database.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'

/** Refreshes an organization in a process of its own: node refresh-process.ts DATABASE_URL ORGANIZATION MOMENT. */
const [, , url, orgId, moment] = process.argv as [string, string, string, string, string]
await using database = openDatabase({ url, poolSize: 5 })
await database.pool.query('select')
console.log('ready')
await runRefresh(database, orgId, { moment: new Date(moment) })
console.log('done')
