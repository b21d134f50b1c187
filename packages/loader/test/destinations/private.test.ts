import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCopy, month } from './copy.ts'
import { booking, KINDS } from './support.ts'

const modesIn = async (path: string): Promise<Record<string, string>> => {
  const names = ['', ...(await readdir(path, { recursive: true }))]
  const modes = names.map(async (name) => [name, ((await stat(join(path, name))).mode & 0o777).toString(8)] as const)
  return Object.fromEntries(await Promise.all(modes))
}

describe.each(KINDS.filter(({ format }) => format))('$name', (kind) => {
  const day = 'user_booking_attendance/day=2026-01-05'
  const file = `location=a.${kind.format}`

  it('is readable only by its owner, unless permissions were widened', async () => {
    await using copy = await createCopy(kind)
    await copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')])
    const modes = await modesIn(copy.place.where)
    expect(modes).toMatchObject({
      '': '700',
      _rollcall: '700',
      '_rollcall/views.sql': '600',
      [day]: '700',
      [`${day}/${file}`]: '600',
    })
    expect(new Set(Object.values(modes))).toEqual(new Set(['700', '600']))
    await chmod(join(copy.place.where, day), 0o755)
    await chmod(join(copy.place.where, day, file), 0o640)
    await copy.replace(month('a'), [booking('u2', '2026-01-05', 'a')])
    expect(await modesIn(copy.place.where)).toEqual({ ...modes, [day]: '755', [`${day}/${file}`]: '640' })
    expect(process.umask().toString(8)).not.toBe('77')
  })

  it('says when its disk is full', async () => {
    await using copy = await createCopy(kind)
    await copy.within(async () => {})
    await mkdir(join(copy.place.where, day), { recursive: true })
    await symlink('/dev/full', join(copy.place.where, day, `.${file}.tmp`))
    await expect(copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')])).rejects.toThrow(
      /^Folder .* has no space left\. Free disk space, and load again: the load resumes\.$/,
    )
  })
})

it('a new DuckDB file is readable only by its owner', async () => {
  await using copy = await createCopy(KINDS.find(({ name }) => name === 'DuckDB') ?? expect.fail())
  await copy.within(async () => {
    expect(await modesIn(join(copy.place.where, '..'))).toMatchObject({ 'copy.duckdb': '600', 'copy.duckdb.wal': '600' })
  })
  await chmod(copy.place.where, 0o644)
  await copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')])
  expect(await modesIn(join(copy.place.where, '..'))).toMatchObject({ 'copy.duckdb': '644' })
})
