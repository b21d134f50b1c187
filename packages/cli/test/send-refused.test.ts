import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lstat, readFile, symlink, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BadgeOffice, CARD, eventLine, OTHER_CARD, openBadgeOffice } from './send-support.ts'

let office: BadgeOffice
beforeAll(async () => {
  office = await openBadgeOffice()
})
afterAll(() => office?.[Symbol.asyncDispose]())

const SET = ['--set', 'locationType=location']
const MAP = ['--map', 'timestamp=Date+Time,sourceUserId=Card,locationId=Door']
const FORM = ['--time-format', 'DD.MM.YYYY HH:mm']
const ZONE = ['--time-zone', 'Europe/Berlin']

const rows = (...lines: string[]): string => `Date,Time,Card,Door,Note\n${lines.map((line) => `${line}\n`).join('')}`

const storedOn = async (day: string) => (await office.stored()).filter(({ at }) => at.startsWith(day))

const report = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await office.send([...args, '--json'])
  return { code, stderr, ...JSON.parse(stdout) }
}

describe('an event is stored once if the file of refused events and then the whole export are sent', () => {
  const export_ = async (name: string, day: string) => {
    const doors = await office.write(`${name}-doors.csv`, `Door,locationId\nGate,${office.nodes.location}\n`)
    const file = await office.write(`${name}.csv`, rows(`${day},09:00,${CARD},Gate,x`, `${day},09:00,${OTHER_CARD},Gate,x`))
    return { file, refused: `${file}.refused.ndjson`, doors: ['--locations', doors] }
  }

  test('both with the missing time zone', async () => {
    const { file, refused, doors } = await export_('zone', '05.01.2026')
    expect(await report([file, ...MAP, ...FORM, ...SET, ...doors])).toMatchObject({ code: 1, rows: 2, refused: 2 })
    const [entry] = (await office.refused('zone.csv.refused.ndjson')) ?? []
    expect(entry).toMatchObject({ _reason: expect.stringContaining('--time-zone'), _locationId: 'Gate' })
    expect(entry).not.toHaveProperty('eventId')
    expect(await report([refused, ...FORM, ...ZONE])).toMatchObject({ code: 0, accepted: 2 })
    expect(await report([file, ...MAP, ...FORM, ...SET, ...doors, ...ZONE])).toMatchObject({ code: 0, alreadyRecorded: 2 })
    expect(await storedOn('2026-01-05')).toHaveLength(2)
  })

  test('with a time in the wrong format that the service refused', async () => {
    const { file, refused, doors } = await export_('future', '02.12.2026')
    const wrong = ['--time-format', 'MM.DD.YYYY HH:mm', ...ZONE]
    const future = (await readFile(file, 'utf8')).replaceAll('2026', '2099')
    await writeFile(file, future)
    expect(await report([file, ...MAP, ...wrong, ...SET, ...doors])).toMatchObject({ refused: 2, reasons: [{ resultCode: 3 }] })
    const entries = (await office.refused('future.csv.refused.ndjson')) ?? []
    await writeFile(refused, entries.map((entry) => eventLine({ ...entry, timestamp: '2026-02-03T08:00:00Z' })).join(''))
    expect(await report([refused])).toMatchObject({ code: 0, accepted: 2 })
    await writeFile(file, future.replaceAll('02.12.2099', '03.02.2026'))
    expect(await report([file, ...MAP, ...FORM, ...ZONE, ...SET, ...doors])).toMatchObject({ code: 0, alreadyRecorded: 2 })
    expect(await storedOn('2026-02-03')).toHaveLength(2)
  })

  test('with a person column that was not mapped', async () => {
    const { file, refused, doors } = await export_('person', '06.01.2026')
    const withoutPerson = ['--map', 'timestamp=Date+Time,locationId=Door']
    expect(await report([file, ...withoutPerson, ...FORM, ...ZONE, ...SET, ...doors])).toMatchObject({
      reasons: [{ resultCode: 1, count: 2 }],
    })
    const entries = (await office.refused('person.csv.refused.ndjson')) ?? []
    const known = entries.map((entry) => eventLine({ ...entry, sourceUserId: (entry._row as { Card: string }).Card }))
    await writeFile(refused, known.join(''))
    expect(await report([refused])).toMatchObject({ code: 0, accepted: 2 })
    expect(await report([file, ...MAP, ...FORM, ...ZONE, ...SET, ...doors])).toMatchObject({ code: 0, alreadyRecorded: 2 })
    expect((await storedOn('2026-01-06')).map(({ card }) => card).sort()).toEqual([CARD, OTHER_CARD])
  })

  test('with a location corrected manually first, and in the list of doors later', async () => {
    const { file, refused, doors } = await export_('gate', '07.01.2026')
    await writeFile(doors[1] as string, 'Door,locationId\nOther,x\n')
    expect(await report([file, ...MAP, ...FORM, ...SET, ...doors])).toMatchObject({ refused: 2 })
    const entries = (await office.refused('gate.csv.refused.ndjson')) ?? []
    await writeFile(refused, entries.map((entry) => eventLine({ ...entry, locationId: office.nodes.location })).join(''))
    expect(await report([refused, ...FORM, ...ZONE])).toMatchObject({ code: 0, accepted: 2 })
    await writeFile(doors[1] as string, `Door,locationId\nGate,${office.nodes.location}\n`)
    expect(await report([file, ...MAP, ...FORM, ...SET, ...doors, ...ZONE])).toMatchObject({ alreadyRecorded: 2 })
    expect(await storedOn('2026-01-07')).toHaveLength(2)
  })
})

describe('the file of refused events', () => {
  const event = (minute: number, more: object = {}) =>
    eventLine({
      ...{ timestamp: `2026-04-01T07:0${minute}:00Z`, locationId: office.nodes.location, locationType: 'location' },
      ...{ sourceUserId: CARD, eventId: `minute-${minute}`, ...more },
    })
  /** Longer than a chunk of the file. */
  const unknown = { sourceUserId: 'unknown', note: 'x'.repeat(100_000) }

  test('may be a pipe, which is written and never removed', async () => {
    const pipe = office.path('pipe')
    await once(spawn('sh', ['-c', 'mkfifo "$0"', pipe]), 'close')
    const good = await office.write('piped-good.ndjson', event(0))
    expect(await report([good, '--errors', pipe])).toMatchObject({ code: 0, refusedFile: null })
    expect((await lstat(pipe)).isFIFO()).toBe(true)
    const reader = spawn('cat', [pipe])
    let read = ''
    reader.stdout.setEncoding('utf8').on('data', (text) => {
      read += text
    })
    const bad = await office.write('piped-bad.ndjson', event(1, unknown))
    const [sent] = await Promise.all([report([bad, '--errors', pipe]), once(reader, 'close')])
    expect([sent.code, JSON.parse(read)]).toEqual([1, expect.objectContaining({ _resultCode: 1, eventId: 'minute-1' })])
    expect((await lstat(pipe)).isFIFO()).toBe(true)
  })

  test('may be a link, which stays if nothing is refused', async () => {
    const link = office.path('link')
    await writeFile(office.path('target.ndjson'), '{"_line":1}\n')
    await symlink(office.path('target.ndjson'), link)
    const good = await office.write('linked.ndjson', event(0))
    expect(await report([good, '--errors', link])).toMatchObject({ code: 0 })
    expect([(await lstat(link)).isSymbolicLink(), await readFile(link, 'utf8')]).toEqual([true, ''])
  })

  test('of an earlier run stays unchanged if this run has no valid row', async () => {
    const earlier = '{"_line":7,"_resultCode":1,"corrected":"by hand"}\n'
    const refused = await office.write('wrong.csv.refused.ndjson', earlier)
    const wrong = Array.from({ length: 1_000 }, (_, index) => `${index},x`)
    const file = await office.write('wrong.csv', `a,b\n${wrong.join('\n')}\n`)
    const sent = await report([file])
    expect(sent).toMatchObject({ code: 2, refused: 1_000, refusedFile: null, goOn: { file, line: 2 } })
    expect(await readFile(refused, 'utf8')).toBe(earlier)

    // One valid row is enough.
    await writeFile(file, `timestamp,b\n${wrong.slice(1).join('\n')}\n2026-04-01T07:00:00Z,x\n`)
    expect(await report([file, ...SET, '--set', `locationId=${office.nodes.location},sourceUserId=${CARD}`])).toMatchObject({
      ...{ code: 1, accepted: 1, refused: 999, refusedFile: refused },
    })
    expect((await office.refused('wrong.csv.refused.ndjson'))?.map(({ _line }) => _line)).toEqual(
      wrong.slice(1).map((_, at) => at + 2),
    )
  })

  test('has each row once when a run is resumed', async () => {
    const first = await office.write('on-1.ndjson', [1, 2, 3].map((minute) => event(minute, unknown)).join(''))
    const second = await office.write('on-2.ndjson', event(4, unknown))
    const lines = async () =>
      (await office.refused('on-1.ndjson.refused.ndjson'))?.map(({ _file, _line }) => [_file, _line]).sort()
    await report([first, second])
    const all = [...[1, 2, 3].map((line) => [first, line]), [second, 1]]
    expect(await lines()).toEqual(all)
    await report([first, second, '--from-line', '2'])
    expect(await lines()).toEqual(all)
    await writeFile(first, [1, 2].map((minute) => event(minute, unknown)).join('') + event(3))
    await writeFile(second, event(4))
    await report([first, second, '--from-line', '3'])
    expect(await lines()).toEqual(all.slice(0, 2))
    await writeFile(first, event(1))
    await office.write('on-1.ndjson.refused.ndjson', `${JSON.stringify({ _line: 2, _resultCode: 1, _file: first })}\n`)
    await report([first, '--from-line', '2'])
    expect(await lines()).toBeUndefined()
  })

  test('is part of the advice if the default would differ, and names with blanks are quoted', async () => {
    const good = await office.write('a b.ndjson', event(0))
    const broken = await office.write(
      "it's.csv",
      Buffer.from(`timestamp,note\nx,y\n${`x,${'y'.repeat(900_000)}\n`.repeat(8)}é,y\n`, 'latin1'),
    )
    const { stderr } = await office.send([good, broken])
    const quoted = `'${office.path("it'\\''s.csv")}' --errors '${good}.refused.ndjson' --from-line `
    expect(stderr).toContain(`Resume with ${quoted}`)
  })

  test.skipIf(!existsSync('/dev/full'))('that is full ends the run at the event that could not be written', async () => {
    const full = async (name: string, ...lines: string[]) =>
      report([await office.write(name, lines.join('')), '--errors', '/dev/full'])
    const asked = await full('full-1.ndjson', event(5), event(6, unknown), event(7))
    expect(asked).toMatchObject({ code: 1, accepted: 2, refused: 0, refusedFile: null, goOn: { line: 2 } })
    expect(asked.stderr).toMatch(/\/dev\/full cannot be written: ENOSPC/)
    const own = await full('full-2.ndjson', event(5), '{"broken":\n', event(7))
    expect(own).toMatchObject({ code: 1, refused: 0, goOn: { line: 2 } })
    expect(await full('full-3.ndjson', '{"broken":\n', event(7))).toMatchObject({ code: 1, accepted: 0, goOn: { line: 1 } })
  })
})
