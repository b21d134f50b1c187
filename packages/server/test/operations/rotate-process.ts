import { rotateSealingKey } from '../../src/gate/sealing/sealing-rotation.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'

/** Changes the sealing key in a process of its own: node rotate-process.ts DATABASE_URL DATA_DIR. */
const [, , url, dataDir] = process.argv as [string, string, string, string]
await using database = openDatabase({ url, poolSize: 2 })
await using listener = await startListener(url)
await database.pool.query('select')
console.log('ready')
await rotateSealingKey({ db: database.db, listener }, { secretKey: undefined, dataDir })
console.log('done')
