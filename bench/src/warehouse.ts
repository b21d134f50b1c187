import { callAsKey } from './caller.ts'
import type { Figure } from './report.ts'
import { seedHistory } from './seed-history.ts'
import { startStaticServer } from './static-server.ts'
import type { Subject } from './subject.ts'
import { measureFuture, measureGigabyte, measureMonth } from './warehouse-reads.ts'
import { measureDay, measureReadDay, measureYear, type Run } from './warehouse-refreshes.ts'

/** The warehouse of an organization of 10,000 users with a year of history: refreshes, then reads. */
export const measureWarehouse = async (subject: Subject): Promise<Figure[]> => {
  // First, so that a missing program is noticed before the history is created.
  await using nginx = await startStaticServer()
  await seedHistory(subject)
  const reader = await callAsKey(subject)
  const refresh = () => reader.json<Run>('POST', '/api/refresh-runs', {})
  const figures = [
    await measureYear(subject, refresh),
    ...(await measureMonth(subject, nginx)),
    await measureFuture(subject),
    ...(await measureDay(subject, refresh)),
    ...(await measureGigabyte(subject, nginx)),
    await measureReadDay(subject, refresh),
  ]
  reader.close()
  return figures
}
