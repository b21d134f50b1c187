import { ATTENDANCE } from '../../src/datasets/datasets.ts'
import type { DestinationFormat } from '../../src/destinations/folder/formats.ts'
import { openDestination } from '../../src/destinations/open.ts'

/** Replaces the same days in a loop, alternating between two files. Reports the count after the first time. */
const [where = '', format = '', rowCount = '0', ...paths] = process.argv.slice(2)
await using destination = await openDestination(where, format ? { format: format as DestinationFormat } : {})
await destination.prepare()
for (let times = 0; ; times += 1) {
  await destination.replace({
    dataset: ATTENDANCE,
    scope: { kind: 'location-days', firstDay: '2026-01-01', lastDay: '2026-01-31', locationId: 'a' },
    rows: { path: paths[times % paths.length] ?? '', rowCount: Number(rowCount), extraColumns: [] },
    state: [['times', times]],
  })
  if (times === 0) console.log('started')
}
