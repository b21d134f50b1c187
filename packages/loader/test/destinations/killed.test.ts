import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ATTENDANCE } from '../../src/datasets/datasets.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { booking, createFolder, ONE_OF_EACH, type Place, rowFile } from './support.ts'

const DAYS = Array.from({ length: 10 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`)
const rowsOf = (version: string) =>
  DAYS.flatMap((day) => Array.from({ length: 200 }, (_, user) => booking(`u${user}`, day, 'a', { bookingZoneName: version })))

/** The rows of each day by version. */
const versionsOf = async (place: Place): Promise<Map<string, Map<string, number>>> => {
  const days = new Map<string, Map<string, number>>()
  for (const { day, booking_zone_name } of await place.rows('user_booking_attendance')) {
    const versions = days.get(String(day)) ?? new Map<string, number>()
    versions.set(String(booking_zone_name), (versions.get(String(booking_zone_name)) ?? 0) + 1)
    days.set(String(day), versions)
  }
  return days
}

describe.each(ONE_OF_EACH)('$name', ({ create, format }) => {
  it('has either the old or the new rows when a load is killed, and accepts the next load', async () => {
    await using place = await create()
    await using files = await createFolder()
    const versions = [await rowFile(files.path, rowsOf('even')), await rowFile(files.path, rowsOf('odd'))]
    const rowCount = versions[0]?.rowCount ?? 0
    for (const delay of [1, 40, 110]) {
      const script = join(import.meta.dirname, 'killed-load.ts')
      const given = [place.where, format ?? '', String(rowCount), ...versions.map(({ path }) => path)]
      const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      await setTimeout(delay)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await using destination = await afterItsConnection(() => openDestination(place.where, format && { format }))
      const times = Number((await destination.readState()).get('times'))
      await destination[Symbol.asyncDispose]()
      const days = await versionsOf(place)
      expect([...days.keys()].sort()).toEqual(DAYS)
      // Files of a folder are replaced one by one, the state last.
      const possible = times % 2 === 0 ? 'even' : 'odd'
      for (const counts of days.values()) {
        expect([...counts.values()]).toEqual([200])
        if (!format) expect([...counts.keys()]).toEqual([possible])
      }
    }
    await using destination = await openDestination(place.where, format && { format })
    const scope = { kind: 'location-days', firstDay: '2026-01-01', lastDay: '2026-01-31', locationId: 'a' } as const
    await destination.replace({ dataset: ATTENDANCE, scope, rows: await rowFile(files.path, rowsOf('last')), state: [] })
    await destination[Symbol.asyncDispose]()
    expect([...(await versionsOf(place)).values()].flatMap((counts) => [...counts])).toEqual(DAYS.map(() => ['last', 200]))
  })
})

/** PostgreSQL notices with a delay that a process has ended. */
const afterItsConnection = async <T>(open: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!String(error).includes('is being loaded')) throw error
      await setTimeout(20)
    }
  }
}
