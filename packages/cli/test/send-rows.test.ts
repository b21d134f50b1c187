import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { OccupancyEvent, PresenceEvent } from '@rollcall/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultRefusedPath } from '../src/send/delivery/refused-file.ts'
import { columnsOf, parseMapping } from '../src/send/events/assignments.ts'
import { validationError } from '../src/send/events/check-event.ts'
import { readDoorList } from '../src/send/events/door-list.ts'
import { deriveEventId } from '../src/send/events/event-id.ts'
import { timeReader } from '../src/send/events/local-time.ts'
import { csvRows } from '../src/send/rows/csv-rows.ts'
import { ndjsonRows } from '../src/send/rows/ndjson-rows.ts'
import type { Row } from '../src/send/rows/row.ts'
import { UnreadableInput } from '../src/send/rows/row.ts'
import { type RowOptions, rowsOf } from '../src/send/rows/rows.ts'
import { WrongUse } from '../src/wrong-use.ts'
import { temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder?.[Symbol.asyncDispose]())

let files = 0
const read = async (content: string | Buffer, options: RowOptions = {}): Promise<Row[]> => {
  const path = join(folder.path, `file-${++files}`)
  await writeFile(path, content)
  return Array.fromAsync(rowsOf(path, options, () => {}))
}

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

describe('rows of CSV', () => {
  test('have the line of their start, with empty lines and line breaks inside quotes', async () => {
    const rows = await read('a;b\r\n1;"x\r\ny"\r\n\r\n;\r\n"p\nq";"r\r\ns"\r\n5;6')
    expect(rows).toEqual([
      { line: 2, values: { a: '1', b: 'x\r\ny' } },
      { line: 6, values: { a: 'p\nq', b: 'r\r\ns' } },
      { line: 9, values: { a: '5', b: '6' } },
    ])
  })

  test('are split by the most frequent delimiter of the header, or by the given one', async () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const [row] = await read(`time${delimiter}"card, no; x"${delimiter}door\n1${delimiter}2${delimiter}3\n`)
      expect(row?.values).toEqual({ time: '1', 'card, no; x': '2', door: '3' })
    }
    expect((await read('a,b,c~d\n1,2,3~4\n', { delimiter: '~' }))[0]?.values).toEqual({ 'a,b,c': '1,2,3', d: '4' })
  })

  test('keep quotes inside of cells, lose the space around them, and may end with a delimiter', async () => {
    const [row] = await read('door , name\n 5" monitor ,x,\n')
    expect(row).toEqual({ line: 2, values: { door: '5" monitor', name: 'x', 'column 3': '' } })
  })

  test('with a repeated name keep both columns', async () => {
    expect((await read('time,time,\n1,2,3\n'))[0]?.values).toEqual({ time: '1', 'time (2)': '2', 'column 3': '3' })
  })

  test('with more or fewer cells than the header are refused individually', async () => {
    const faults = (await read('a,b\n1\n1,2\n1,2,3\n')).map(({ fault }) => fault)
    expect(faults).toEqual(['has 1 columns, the header has 2', undefined, 'has 3 columns, the header has 2'])
  })

  test('end with the line of a quote that is never closed', async () => {
    await expect(read('a,b\n1,2\n"3,4\n5,6\n')).rejects.toThrow(/a quote is opened in or before line \d+ and never closed/)
    await expect(read(`a,b\n"3,4\n${'5,6\n'.repeat(400_000)}`)).rejects.toThrow(UnreadableInput)
  })

  test('are the same in whatever pieces they come', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ';', '\n', '\r', 'é', ' '), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const quoted = [['x', 'y'], ...rows].map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(';'))
        const found = await Array.fromAsync(csvRows(pieces(`${quoted.join('\r\n')}\r\n`, size), ';', () => {}))
        const expected = rows.map((row) => row.map((each) => each.trim())).filter((row) => row.some((each) => each !== ''))
        expect(found.map(({ values }) => [values.x, values.y])).toEqual(expected)
      }),
      { seed: 1 },
    )
  })
})

describe('rows of NDJSON', () => {
  test('are the same in whatever pieces they come, and only broken ones are refused', async () => {
    const text = '{"a":1}\r\n\n{"a":\n{"a":"é"}\n7\n{"a":3}'
    for (const size of [1, 2, 7, 100]) {
      const rows = await Array.fromAsync(ndjsonRows(pieces(text, size)))
      expect(rows.map(({ line, values, fault }) => [line, values.a ?? fault])).toEqual([
        ...[
          [1, 1],
          [3, 'is not valid JSON'],
          [4, 'é'],
          [5, 'is not a JSON object'],
          [6, 3],
        ],
      ])
    }
  })

  test('keep numbers that are too large for a number as they are written', async () => {
    const text =
      '{"a":12345678901234567890,"b":9007199254740991,"c":-9007199254740993,"d":1e400,"e":"12345678901234567890","f":1.5}'
    const [row] = await Array.fromAsync(ndjsonRows(pieces(text, 50)))
    expect(row?.values).toEqual({
      ...{ a: '12345678901234567890', b: 9_007_199_254_740_991, c: '-9007199254740993' },
      ...{ d: '1e400', e: '12345678901234567890', f: 1.5 },
    })
  })

  test('of endless length are not buffered', async () => {
    await expect(Array.fromAsync(ndjsonRows(pieces('x'.repeat(2_000_000), 65_536)))).rejects.toThrow(/line 1 is longer/)
  })
})

describe('a file', () => {
  test('may be packed, of another encoding, or have a byte order mark', async () => {
    const expected = [{ line: 2, values: { Tür: 'Süd' } }]
    const text = 'Tür\nSüd\n'
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    expect(await read(`\ufeff${text}`)).toEqual(expected)
    expect(await read(utf16)).toEqual(expected)
    expect(await read(gzipSync(utf16))).toEqual(expected)
    expect(await read(Buffer.from(text, 'latin1'), { encoding: 'windows-1252' })).toEqual(expected)
    await expect(read(Buffer.from(text, 'latin1'))).rejects.toThrow(/its text is not utf-8: give --encoding/)
    await expect(read(gzipSync(text).subarray(0, -6))).rejects.toThrow(/unexpected end of file/)
  })

  test('may be empty', async () => {
    expect(await read('')).toEqual([])
    expect(await read('\ufeff \n')).toEqual([])
    expect(await read('a,b\n')).toEqual([])
  })
})

describe('times', () => {
  const said = (text: string, timeFormat?: string, timeZone?: string) => timeReader({ timeFormat, timeZone })(text)

  test.each([
    ['05.01.2026 09:00', 'DD.MM.YYYY HH:mm', '2026-01-05T08:00:00Z'],
    ['1/5/26 9:00:07 PM', 'M/D/YY h:mm:ss A', '2026-01-05T20:00:07Z'],
    ['05-JAN-2026 12:00 a.m.', 'DD-MMM-YYYY hh:mm A', '2026-01-04T23:00:00Z'],
    ['20260105T090000.25', "YYYYMMDD'T'HHmmss.S", '2026-01-05T08:00:00.25Z'],
    ['2026-01-05 09:00 +0530', 'YYYY-MM-DD HH:mm Z', '2026-01-05T03:30:00Z'],
    ['1767603600', 'unix', '2026-01-05T09:00:00.000Z'],
    ['1767603600250', 'unix-ms', '2026-01-05T09:00:00.250Z'],
    ['2026-01-05T09:00', undefined, '2026-01-05T08:00:00Z'],
    ['2026-01-05 09:00:01,5', undefined, '2026-01-05T08:00:01.5Z'],
    ['2026-01-05T09:00:00+05:00', 'DD.MM.YYYY HH:mm', '2026-01-05T09:00:00+05:00'],
  ])('%s of the form %s are understood', (text, format, expected) => {
    expect(said(text, format, 'Europe/Berlin')).toMatchObject({ timestamp: expected })
  })

  test.each([
    ['31.02.2026 09:00', 'DD.MM.YYYY HH:mm'],
    ['05.01.2026 24:00', 'DD.MM.YYYY HH:mm'],
    ['05.01.2026 13:00 PM', 'DD.MM.YYYY hh:mm A'],
    ['05-Okt-2026 13:00', 'DD-MMM-YYYY HH:mm'],
    ['5.1.2026 09:00', 'DD.MM.YYYY HH:mm'],
    ['12e3', 'unix'],
    ['yesterday', undefined],
    ['2026-01-05', undefined],
  ])('%s of the form %s are refused', (text, format) => {
    expect(said(text, format, 'Europe/Berlin')).toEqual({ fault: expect.any(String) })
  })

  test('that a clock skipped are refused; of repeated times the earlier one is used and reported', () => {
    const read = timeReader({ timeZone: 'europe/berlin' })
    expect(read('2026-03-29T01:59:59')).toEqual({ timestamp: '2026-03-29T00:59:59Z', isAmbiguous: false })
    expect(read('2026-03-29T02:00:00')).toEqual({ fault: expect.stringContaining('the clock was put forward') })
    expect(read('2026-03-29T02:59:59')).toEqual({ fault: expect.stringContaining('the clock was put forward') })
    expect(read('2026-03-29T03:00:00')).toEqual({ timestamp: '2026-03-29T01:00:00Z', isAmbiguous: false })
    expect(read('2026-10-25T01:59:59')).toEqual({ timestamp: '2026-10-24T23:59:59Z', isAmbiguous: false })
    expect(read('2026-10-25T02:00:00')).toEqual({ timestamp: '2026-10-25T00:00:00Z', isAmbiguous: true })
    expect(read('2026-10-25T02:59:59')).toEqual({ timestamp: '2026-10-25T00:59:59Z', isAmbiguous: true })
    expect(read('2026-10-25T03:00:00')).toEqual({ timestamp: '2026-10-25T02:00:00Z', isAmbiguous: false })
  })

  test('without a zone are never guessed', () => {
    expect(said('2026-01-05T09:00:00')).toEqual({ fault: 'has no time zone: give --time-zone' })
  })

  test.each(['YYYY-MM-DD', 'HH:mm', 'YYYY-MM-DD hh:mm', 'YYYY-MM-DD HH:mm A', 'YYYY-YY-MM-DD HH:mm', 'DD.DD.YYYY MM HH'])(
    'of the form %s would leave something open',
    (format) => expect(() => timeReader({ timeFormat: format })).toThrow(WrongUse),
  )
})

describe('the mapping', () => {
  const fields = ['timestamp', 'locationId', 'sourceUserId']
  const columns = (map: string[], header?: string[]) => Object.fromEntries(columnsOf(parseMapping(map, [], fields), header))

  test('takes names with commas, quotes, plus and equals signs', () => {
    const map = ['timestamp=Date+Time,sourceUserId="Card, no"', 'locationId=a=b, c']
    expect(columns(map)).toEqual({ timestamp: ['Date', 'Time'], sourceUserId: ['Card, no'], locationId: ['a=b, c'] })
    expect(columns(['timestamp=Date+Time'], ['Date+Time', 'Date', 'Time'])).toEqual({ timestamp: ['Date+Time'] })
  })

  test.each([['timestamp'], ['=x'], ['timestamp='], ['card=x'], ['timestamp=a,timestamp=b']])('refuses %s', (map) => {
    expect(() => parseMapping([map], [], fields)).toThrow(WrongUse)
  })

  test('of doors reads their types and needs no header', async () => {
    const list = async (text: string) => {
      const path = join(folder.path, 'doors.csv')
      await writeFile(path, text)
      return Object.fromEntries(await readDoorList(path, undefined))
    }
    const expected = { 'Gate, 1': { locationId: 'a', locationType: 'zone' }, b: { locationId: 'b', locationType: undefined } }
    expect(await list('locationType;locationId;Reader\nzone;a;"Gate, 1"\n;b;b\n')).toEqual(expected)
    expect(await list('"Gate, 1",a,zone\nb,b\n')).toEqual(expected)
    await expect(list('Reader,locationId\nGate,\n')).rejects.toThrow(/line 2 needs/)
    await expect(readDoorList(join(folder.path, 'none.csv'), undefined)).rejects.toThrow(WrongUse)
  })
})

describe('an event', () => {
  const event = { timestamp: '2026-01-05T09:00:00Z', locationId: 'x', locationType: 'place', eventId: 'e' }

  test('is checked by every rule of the contract for its fields', () => {
    const known = ['type', 'enum', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'description', 'examples']
    for (const { properties } of [PresenceEvent, OccupancyEvent])
      for (const rules of Object.values(properties)) expect(known).toEqual(expect.arrayContaining(Object.keys(rules)))
  })

  test.each([
    [{ eventId: '' }, 'eventId is empty'],
    [{ eventId: 'x'.repeat(257) }, 'eventId has more than 256 characters'],
    [{ eventId: 1 }, 'eventId must be string'],
    [{ locationId: undefined }, 'locationId is missing'],
    [{ timestamp: '2026-02-30T09:00:00Z' }, 'timestamp is not a day of the calendar'],
    [{ userId: '\ud800' }, 'userId contains characters that cannot be stored'],
    [{ userEmail: ['x'] }, 'userEmail must be string or null'],
  ])('%j is refused', (change, fault) => {
    expect(validationError('presence', { ...event, ...change })).toBe(fault)
  })

  test.each([
    [{ occupancy: -1 }, 'occupancy must be from 0 to 2147483647'],
    [{ occupancy: 2_147_483_648 }, 'occupancy must be from 0 to 2147483647'],
    [{ occupancy: 1.5 }, 'occupancy must be integer or null'],
    [{ occupied: 'yes' }, 'occupied must be boolean or null'],
    [{ occupancy: 0, occupied: null }, undefined],
    [{ occupancy: 2_147_483_647, occupied: false }, undefined],
  ])('%j of occupancy is judged', (change, fault) => {
    expect(validationError('occupancy', { ...event, ...change })).toBe(fault)
  })

  test('gets an id from its content: the same for any notation of its time, different for anything else', () => {
    const told = { timestamp: '2026-01-05T09:00:00Z', locationId: 'Gate', locationType: 'place', sourceUserId: '1' }
    const id = deriveEventId('badges', told)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    const same = [{ timestamp: '2026-01-05T10:00:00.000+01:00' }, { locationType: 'zone' }, { userId: undefined }]
    for (const change of same) expect(deriveEventId('badges', { ...told, ...change })).toBe(id)
    const others = [{ timestamp: '2026-01-05T09:00:01Z' }, { locationId: 'gate' }, { sourceUserId: '01' }, { userEmail: '1' }]
    const ids = others.map((change) => deriveEventId('badges', { ...told, ...change }))
    expect(new Set([id, deriveEventId('other', told), ...ids]).size).toBe(6)
  })
})

test('refused events go next to the first file, never into it', () => {
  expect(
    [['a/b.csv', 'c.csv'], ['a/b.csv.refused.ndjson'], ['a/b.csv.refused-2.ndjson'], ['refused.ndjson'], ['-'], []].map(
      defaultRefusedPath,
    ),
  ).toEqual([
    'a/b.csv.refused.ndjson',
    'a/b.csv.refused-2.ndjson',
    'a/b.csv.refused-3.ndjson',
    'refused-2.ndjson',
    ...['refused.ndjson', 'refused.ndjson'],
  ])
})
