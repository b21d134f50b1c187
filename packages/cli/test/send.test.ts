import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { CommanderError } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendCommand } from '../src/commands/send.ts'
import { WrongUse } from '../src/wrong-use.ts'
import { type BadgeOffice, CARD, eventLine, OTHER_CARD, openBadgeOffice } from './send-support.ts'
import { run } from './support.ts'

let office: BadgeOffice
beforeAll(async () => {
  office = await openBadgeOffice()
})
afterAll(() => office?.[Symbol.asyncDispose]())

const EXPORT = ['--map', 'timestamp=Datum+Zeit,sourceUserId="Karte, Nr.",locationId=Leser', '--set', 'locationType=location']
const TIMES = ['--time-zone', 'Europe/Berlin', '--time-format', 'DD.MM.YYYY HH:mm']

/** As a badge system writes it: byte order mark, semicolons, quotes, CRLF, a footer of empty cells. */
const badgeExport = (...rows: string[]): string =>
  `\ufeffDatum;Zeit;"Karte, Nr.";Leser;Bemerkung\r\n${rows.map((row) => `${row}\r\n`).join('')};;;;\r\n`

describe('an export of a badge system', () => {
  test('is mapped, stored with local times of its office, and stored once even if sent repeatedly', async () => {
    const doors = await office.write('doors.csv', `Leser,locationId\n"Haupteingang, Nord",${office.nodes.location}\n`)
    const file = await office.write(
      'badges.csv',
      badgeExport(
        `05.01.2026;09:00;${CARD};Haupteingang, Nord;"erste\r\nZeile ""eins"""`,
        `05.07.2026;09:00;${OTHER_CARD};Haupteingang, Nord;`,
      ),
    )
    const args = [file, ...EXPORT, ...TIMES, '--locations', doors]
    const first = await office.send(args)
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 rows: 2 accepted, 0 already recorded, 0 refused, in /),
    })
    const again = await office.send([...args, '--json'])
    expect(again.code).toBe(0)
    expect(JSON.parse(again.stdout)).toEqual({
      ...{ rows: 2, accepted: 0, alreadyRecorded: 2, refused: 0, ambiguousTimes: 0, reasons: [] },
      ...{ goOn: null, refusedFile: null, seconds: expect.any(Number) },
    })
    expect(await office.stored()).toEqual([
      {
        at: '2026-01-05T08:00:00.000Z',
        card: CARD,
        eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
        node: office.nodes.location,
      },
      { at: '2026-07-05T07:00:00.000Z', card: OTHER_CARD, eventId: expect.any(String), node: office.nodes.location },
    ])
    expect(await office.refused('badges.csv.refused.ndjson')).toBeUndefined()
  })

  test('writes refused events to a file, which is corrected and sent again without the mapping', async () => {
    const doors = await office.write('doors-2.csv', `${office.nodes.location},${office.nodes.location}\nGone,no-such-location\n`)
    const file = await office.write(
      'march.csv',
      badgeExport(
        `02.03.2026;09:00;${CARD};${office.nodes.location};`,
        `02.03.2026;09:01;unknown;${office.nodes.location};`,
        `02.03.2026;09:02;${CARD};Gone;`,
        `02.03.2026;09:03;${CARD};Cellar;`,
        `02.03.2099;09:04;${CARD};${office.nodes.location};`,
        `31.02.2026;09:05;${CARD};${office.nodes.location};`,
        'Total;6 rows',
      ),
    )
    const sent = await office.send([file, ...EXPORT, ...TIMES, '--locations', doors])
    expect(sent.code).toBe(1)
    expect(sent.stdout).toMatch(/^7 rows: 1 accepted, 0 already recorded, 6 refused, in .* s\n/)
    expect(sent.stdout).toMatch(/\n {2}1 +1 +User not found +\S+march\.csv line 3\n/)

    const refused = (await office.refused('march.csv.refused.ndjson')) ?? []
    const told = refused
      .sort((a, b) => Number(a._line) - Number(b._line))
      .map(({ _line, _resultCode, _reason }) => [_line, _resultCode, _reason])
    expect(told).toEqual([
      [3, 1, 'User not found'],
      [4, 2, 'Location not found'],
      [5, 2, 'locationId is not in the list of --locations'],
      [6, 3, 'The time is more than 24 hours in the future'],
      [7, 400, 'timestamp is not a valid time'],
      [8, 400, 'the row has 2 columns, the header has 5'],
    ])
    expect(refused[0]).toEqual({
      ...{ _line: 3, _resultCode: 1, _reason: 'User not found', _file: file },
      ...{ timestamp: '2026-03-02T08:01:00Z', locationId: office.nodes.location, locationType: 'location' },
      ...{ eventId: expect.any(String), sourceUserId: 'unknown' },
      _row: { Datum: '02.03.2026', Zeit: '09:01', 'Karte, Nr.': 'unknown', Leser: office.nodes.location, Bemerkung: '' },
    })

    const corrections = [
      { sourceUserId: OTHER_CARD },
      { locationId: office.nodes.location },
      { locationId: office.nodes.location },
      { timestamp: '2026-03-03T08:04:00Z' },
      { timestamp: '2026-03-03T08:05:00Z' },
    ]
    const corrected = refused.map((event, index) => eventLine({ ...event, ...corrections[index] })).join('')
    await writeFile(office.path('march.csv.refused.ndjson'), corrected)
    const resent = await office.send([office.path('march.csv.refused.ndjson')])
    expect(resent).toMatchObject({ code: 1, stdout: expect.stringMatching(/^6 rows: 5 accepted, 0 already recorded, 1 refused/) })
    const left = await office.refused('march.csv.refused-2.ndjson')
    expect(left).toMatchObject([{ _line: 6, _resultCode: 400, _reason: 'timestamp is missing', _row: { Datum: 'Total' } }])

    // Events keep the ids of the export, which repeats them.
    const fixed = await office.write(
      'doors-3.csv',
      `${office.nodes.location},${office.nodes.location}\nGone,${office.nodes.location}\nCellar,${office.nodes.location}\n`,
    )
    const repeated = await office.send([file, ...EXPORT, ...TIMES, '--locations', fixed, '--json'])
    expect(JSON.parse(repeated.stdout)).toMatchObject({ rows: 7, accepted: 0, alreadyRecorded: 4, refused: 3 })
  })

  test('removes the file of an earlier run when nothing is refused', async () => {
    const file = await office.write('april.csv', badgeExport(`01.04.2026;09:00;later;${office.nodes.location};`))
    expect((await office.send([file, ...EXPORT, ...TIMES])).code).toBe(1)
    expect(await office.refused('april.csv.refused.ndjson')).toHaveLength(1)
    await office.service.database.pool.query(
      `insert into source_identities (org_id, source_id, source_user_id, user_id)
       select org_id, source_id, 'later', user_id from source_identities where org_id = $1 limit 1`,
      [office.orgId],
    )
    expect((await office.send([file, ...EXPORT, ...TIMES])).code).toBe(0)
    expect(await office.refused('april.csv.refused.ndjson')).toBeUndefined()
  })

  test('without a valid row fails after a thousand rows', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => `${index},x`)
    const file = await office.write('other.csv', `a,b\n${rows.join('\n')}\n`)
    const { code, stderr } = await office.send([file])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Not one of the first 1000 rows .* timestamp is missing/)])
    const validated = await office.write('hope.csv', `a,b\n${rows.slice(1).join('\n')}\n`)
    expect(await office.send([validated])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^999 rows: 0 accepted, .* 999 refused[\s\S]*No row gives a valid event: map columns to fields with --map/,
      ),
    })
  })
})

describe('events in the names of the contract', () => {
  const event = (eventId: string, more: object = {}) => ({
    ...{ timestamp: '2026-05-04T07:00:00Z', locationId: office.nodes.location, locationType: 'location' },
    ...{ sourceUserId: CARD, eventId, unknown: 'ignored', _note: 'ignored', ...more },
  })

  test('are read from standard input, compressed or not, and keep their ids', async () => {
    const text = eventLine(event('stdin-1')) + eventLine(event('stdin-2'))
    const piped = await office.send(['--errors', office.path('stdin.ndjson')], text)
    expect(piped).toMatchObject({ code: 0, stdout: expect.stringMatching(/^2 rows: 2 accepted/) })
    const packed = await office.write('events.ndjson.gz', gzipSync(text + eventLine(event('file-3'))))
    const both = await office.send([packed, '-', '--errors', office.path('stdin.ndjson'), '--json'], eventLine(event('stdin-4')))
    expect(JSON.parse(both.stdout)).toMatchObject({ rows: 4, accepted: 2, alreadyRecorded: 2 })
    const ids = (await office.stored()).map(({ eventId }) => eventId)
    expect(ids).toEqual(expect.arrayContaining(['stdin-1', 'stdin-2', 'file-3', 'stdin-4']))
  })

  test('are refused individually if they violate the schema, and the others are stored', async () => {
    const lines = [
      eventLine(event('good-1')),
      'no json\n',
      '[1]\n',
      '\n',
      eventLine(event('bad-type', { locationType: 'door' })),
      eventLine(event('no-zone', { timestamp: '2026-05-04T07:00:00' })),
      eventLine(event('nul', { sourceUserId: 'a\0b' })),
      eventLine(event('good-2', { sourceUserId: 4711, userId: null })),
    ]
    await office.service.database.pool.query(
      `insert into source_identities (org_id, source_id, source_user_id, user_id)
       select org_id, source_id, '4711', user_id from source_identities where org_id = $1 limit 1`,
      [office.orgId],
    )
    const file = await office.write('mixed.ndjson', lines.join(''))
    expect(await office.send([file])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^7 rows: 2 accepted, .* 5 refused/),
    })
    const refused = await office.refused('mixed.ndjson.refused.ndjson')
    expect(refused?.map(({ _line, _reason }) => [_line, _reason])).toEqual([
      [2, 'the row is not valid JSON'],
      [3, 'the row is not a JSON object'],
      [5, 'locationType must be one of location, level, zone, place, space'],
      [6, 'timestamp has no time zone: give --time-zone'],
      [7, 'sourceUserId contains characters that cannot be stored'],
    ])
    expect(refused?.[2]).not.toHaveProperty('_note')
  })

  test('of occupancy may have numbers and words in CSV', async () => {
    const csv = `timestamp,sensor,locationType,occupied,occupancy\n2026-05-04T07:00:00Z,${office.nodes.zone},zone,yes,3\n2026-05-04T07:01:00Z,${office.nodes.zone},zone,,0\n2026-05-04T07:02:00Z,${office.nodes.zone},zone,maybe,1.5\n`
    const file = await office.write('sensors.csv', csv)
    const args = ['send', 'occupancy', file, '--source-id', 'sensors', '--map', 'locationId=sensor']
    const sent = await run(args, office.env)
    expect(sent.stdout).toMatch(/^3 rows: 2 accepted, 0 already recorded, 1 refused/)
    expect(await office.refused('sensors.csv.refused.ndjson')).toMatchObject([
      { _line: 4, _reason: 'occupied must be boolean or null', occupied: 'maybe' },
    ])
    const { rows } = await office.service.database.pool.query(
      'select occupied, occupancy from occupancy_events where org_id = $1 order by occurred_at',
      [office.orgId],
    )
    expect(rows).toEqual([
      { occupied: true, occupancy: 3 },
      { occupied: false, occupancy: 0 },
    ])
  })
})

describe('a dry run', () => {
  test('shows the first three events and refusals, and needs neither key nor service', async () => {
    const rows = Array.from({ length: 5 }, (_, minute) => `04.05.2026;09:0${minute};${CARD};lobby;`)
    const file = await office.write('dry.csv', badgeExport(...rows, '04.05.2026;25:00;1;lobby;'))
    const before = await office.stored()
    const env = { ROLLCALL_DATA_DIR: office.path('none') }
    const args = ['send', 'presence', file, '--source-id', 'badges', ...EXPORT, ...TIMES, '--dry-run']
    const shown = await run(args, env)
    expect(shown.code).toBe(1)
    const lines = shown.stdout.split('\n')
    expect(lines.slice(0, 3).map((line) => JSON.parse(line).timestamp)).toEqual(
      [0, 1, 2].map((minute) => `2026-05-04T07:0${minute}:00Z`),
    )
    expect(lines[4]).toBe('6 rows: 5 can be sent, 1 cannot; nothing was sent')
    const { stdout } = await run([...args, '--json'], env)
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      rows: 6,
      refused: 1,
      events: [{}, {}, {}],
      reasons: [{ count: 1, example: { line: 7 } }],
    })
    expect(await office.refused('dry.csv.refused.ndjson')).toBeUndefined()
    expect(await office.stored()).toEqual(before)
  })
})

describe('wrong usage', () => {
  /** Runs in this process, because that many processes would take a minute. */
  const wrong = async (args: readonly string[], message: RegExp) => {
    const connection = ['--url', office.service.baseUrl, '--key-id', 'id', '--key-secret', 'secret']
    const command = sendCommand()
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
    const error = await command.parseAsync([...args, ...connection], { from: 'user' }).catch((reason: unknown) => reason)
    const isUsage = error instanceof WrongUse || error instanceof CommanderError
    expect([isUsage, String(error)]).toEqual([true, expect.stringMatching(message)])
  }

  test('says what to use instead, before anything is sent', async () => {
    const good = await office.write('good.csv', badgeExport(`04.06.2026;09:00;${CARD};${office.nodes.location};`))
    const bad = await office.write('bad.csv', 'Date,Card\n')
    const twice = await office.write('twice.csv', 'Door,locationId\nA,1\nA,2\n')
    const before = await office.stored()
    const presence = ['presence', '--source-id', 'badges']
    await wrong(['presence', good], /required option '--source-id/)
    await wrong(['badges', good, '--source-id', 'x'], /Allowed choices are presence, occupancy/)
    await wrong(['presence', good, '--source-id', ''], /--source-id takes 1 to 128 characters/)
    await wrong(
      [...presence, good, ...TIMES, '--map', 'timestamp=Datum,card=Karte'],
      /there is no field card. There are: timestamp, locationId/,
    )
    await wrong([...presence, good, bad, ...EXPORT, ...TIMES], /there is no column Datum. There are: Date, Card/)
    await wrong([...presence, good, '--map', 'locationType=Leser', '--set', 'locationType=zone'], /given by --map and by --set/)
    await wrong([...presence, good, '--time-zone', 'Berlin'], /--time-zone Berlin is not a time zone/)
    await wrong([...presence, good, '--time-format', 'DD.MM. HH:mm'], /--time-format .* needs a year/)
    await wrong([...presence, good, '--delimiter', ';;'], /Give one character/)
    await wrong([...presence, good, '--encoding', 'klingon'], /--encoding klingon is not known/)
    await wrong([...presence, good, '--locations', twice], /line 3 gives A another locationId/)
    await wrong([...presence, good, good], /given twice/)
    await wrong([...presence, good, '--errors', good], /is one of the input files/)
    await wrong([...presence, good, '--errors', bad], /exists and does not contain refused events/)
    await wrong([...presence, good, '--errors', office.path('no/such/folder.ndjson')], /cannot be written/)
    expect(await office.stored()).toEqual(before)
  })

  test('ends with 2', async () => {
    const { code, stdout, stderr } = await office.send([office.path('x.csv'), '--map', 'timestamp'])
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^error: --map takes field=column, not 'timestamp'\.\n/),
    ])
  })

  test('differs from unreadable files, which end with 1', async () => {
    const failed = async (args: readonly string[], message: RegExp) =>
      expect(await office.send(args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) })
    await failed([office.path('missing.csv')], /^rollcall: .*missing\.csv cannot be read: ENOENT/m)
    await failed([office.folder], /cannot be read: EISDIR/)
    const array = await office.write('array.json', '[{"eventId": 1}]')
    await failed([array], /is one JSON array: write one object per line/)
    const latin = await office.write('latin.csv', Buffer.from('Datum;Tür\n1;2\n', 'latin1'))
    await failed([latin], /its text is not utf-8: give --encoding/)
  })

  test('help shows the options and examples', async () => {
    const { code, stdout } = await run(['send', '--help'])
    expect(code).toBe(0)
    for (const part of ['--source-id', '--time-format', 'Examples:', '--dry-run', 'Exit status:']) expect(stdout).toContain(part)
  })

  test('a wrong secret ends with 1 and says where to set it', async () => {
    const file = await office.write('secret.csv', badgeExport(`04.06.2026;09:00;${CARD};${office.nodes.location};`))
    const env = { ...office.env, ROLLCALL_KEY_SECRET: 'wrong' }
    const { code, stderr } = await run(['send', 'presence', file, '--source-id', 'badges', ...EXPORT, ...TIMES], env)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/Everything before line 2 of .*\n(?:.*\n)*rollcall: 401 credentials_invalid.*--key-secret/),
    ])
  })
})
