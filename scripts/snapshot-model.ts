/**
 * Writes what makes a database as this version does: `node scripts/snapshot-model.ts VERSION`. A release keeps it, so that later
 * versions know the databases of that release and test upgrading one.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DATABASE_FOLDER, readModel } from '../packages/server/src/platform/db/model-files.ts'
import { snapshotOf } from '../packages/server/src/platform/db/model-snapshot.ts'

const [version] = process.argv.slice(2)
if (!version || !/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: node scripts/snapshot-model.ts VERSION, such as 1.0.0')
const file = new URL(`releases/${version}.sql`, DATABASE_FOLDER)
// A release is never described again.
await writeFile(file, snapshotOf(await readModel(), version), { flag: 'wx' })
console.log(`Wrote ${fileURLToPath(file)}`)
