import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ATTENDANCE_ROWS } from '@rollcall/server'
import { median } from './load.ts'
import { timed } from './measure.ts'
import type { Subject } from './subject.ts'

const COPIES = 3

/** Seconds that a statement takes. */
export const timedQuery = async ({ pool }: Subject, text: string, values: unknown[] = []): Promise<number> =>
  (await timed(() => pool.query(text, values))).seconds

/** Median milliseconds of psql to copy the rows of a query. */
export const timedCopy = async (subject: Subject, query: string): Promise<number> => {
  const { connectionString } = subject.pool.options
  const copy = `copy (${query.replaceAll(/\s+/g, ' ')}) to stdout`
  const times: number[] = []
  for (let read = 0; read < COPIES; read++) {
    const started = performance.now()
    await promisify(execFile)('psql', [connectionString as string, '-qc', copy, '-o', '/dev/null'])
    times.push(performance.now() - started)
  }
  return median(times)
}

/** The statement of the attendance rows, as the service runs it. */
export const attendanceQuery = ({ orgId }: Subject, firstDay: string, lastDay: string): string => {
  const values: Record<string, string> = {
    org: `'${orgId}'::uuid`,
    firstDay: `'${firstDay}'`,
    lastDay: `'${lastDay}'`,
    moment: 'now()',
  }
  const from = ATTENDANCE_ROWS.from.replaceAll(/\$(\w+)/g, (_, name: string) => values[name] as string)
  return `select row_to_json(r) from (select ${ATTENDANCE_ROWS.columns} from ${from}) r`
}
