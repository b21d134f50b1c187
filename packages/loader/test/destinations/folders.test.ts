import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCopy, EVENTS, month, segments, USERS } from './copy.ts'
import { booking, KINDS, rowFor } from './support.ts'

const FOLDERS = KINDS.flatMap(({ format, ...kind }) => (format ? [{ ...kind, format }] : []))

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('_rollcall'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

describe.each(FOLDERS)('$name', (kind) => {
  it('has a file per day and location, per day, or in total, and no empty files', async () => {
    await using copy = await createCopy(kind)
    const { format } = kind
    const { place } = copy
    await copy.replace(month('a/b'), [booking('u1', '2026-01-05', 'a/b'), booking('u2', '2026-01-06', 'a/b')])
    await copy.replace(month(null), [booking('u3', '2026-01-05', null)])
    await copy.replace({ kind: 'all' }, [rowFor(USERS, { userId: 'u1' })], { dataset: USERS })
    const event = rowFor(EVENTS, { eventId: 'e', day: '2026-02-01T00:00:00.000Z' })
    await copy.replace({ kind: 'days', firstDay: '2026-01-01', lastDay: '2026-03-31' }, [event], { dataset: EVENTS })
    const attendance = [
      `user_booking_attendance/day=2026-01-05/location=a%2Fb.${format}`,
      `user_booking_attendance/day=2026-01-05/location=none.${format}`,
      `user_booking_attendance/day=2026-01-06/location=a%2Fb.${format}`,
    ]
    expect(await filesIn(place.where)).toEqual([`events/day=2026-02-01.${format}`, ...attendance, `users.${format}`])
    await copy.replace(segments(['2026-01-06', 'a/b'], ['2026-01-05', null]), [])
    await copy.replace({ kind: 'all' }, [], { dataset: USERS })
    expect(await filesIn(place.where)).toEqual([`events/day=2026-02-01.${format}`, attendance[0]])
    expect(existsSync(join(place.where, 'user_booking_attendance', 'day=2026-01-06'))).toBe(false)
  })
})

it('a folder of NDJSON has the lines of the service byte for byte', async () => {
  const kind = FOLDERS.find(({ format }) => format === 'ndjson') ?? expect.fail()
  await using copy = await createCopy(kind)
  const rows = [booking('u1', '2026-01-05', 'a', { later: [1.5, null], text: ' \u2028"\\' }), booking('u2', '2026-01-05', 'a')]
  await copy.replace(month('a'), rows)
  const written = await readFile(join(copy.place.where, 'user_booking_attendance/day=2026-01-05/location=a.ndjson'), 'utf8')
  expect(written.split('\n').sort()).toEqual(['', ...rows.map((row) => JSON.stringify(row))].sort())
})

it('a folder of CSV has a header, null as an empty field, and empty text in quotes', async () => {
  const kind = FOLDERS.find(({ format }) => format === 'csv') ?? expect.fail()
  await using copy = await createCopy(kind)
  await copy.replace({ kind: 'all' }, [rowFor(USERS, { userId: 'u1', userName: 'a "b", c', email: '', onboarded: true })], {
    dataset: USERS,
  })
  const [header, row] = (await readFile(join(copy.place.where, 'users.csv'), 'utf8')).split('\n')
  expect(header).toMatch(/^user_id,user_name,email,first_name,/)
  expect(row).toBe('u1,"a ""b"", c","",,,,true,,,,,,')
})
