import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { HolidayImport } from '@rollcall/contract'
import { getCalendar, importHolidays, listHorizonLocations } from '@rollcall/server'
import { Command, InvalidArgumentError } from 'commander'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'

interface CalendarOptions {
  org?: string
  location?: string
  year?: number
  json?: boolean
  dryRun?: boolean
  name?: string
}

const year = (text: string): number => {
  if (/^[1-9]\d{3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a year such as 2026.')
}

const ofLocations = (command: Command): Command =>
  command
    .option('--org <org>', 'organization, by id or name; not needed if there is only one')
    .option('--location <location>', 'only this location, by id or name')
    .option('--json', 'print JSON')

type Imported = HolidayImport & { locationName: string }

const IMPORT_HEADINGS = ['location', 'events', 'ignored', 'added', 'changed', 'removed', 'bookings canceled', 'days to restate']

const importCommand = (): Command =>
  ofLocations(new Command('import'))
    .description('import public holidays from an iCalendar file; the same file again changes nothing')
    .argument('<file>', 'the .ics file')
    .option('--name <name>', 'of the calendar, which replaces what it brought before; the name of the file when absent')
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (file: string, { org, location, json, name, dryRun: isDryRun = false }: CalendarOptions) => {
      const text = await readFile(file, 'utf8')
      const imports = await operateOn(org, async ({ db }, orgId) => {
        const rows: Imported[] = []
        for (const { id: locationId, name: locationName } of await listHorizonLocations(db, orgId, location)) {
          const actor = { changedBy: 'administrator', userId: null } as const
          const target = { orgId, locationId, actor, isDryRun }
          rows.push({ locationName, ...(await importHolidays(db, target, text, { calendarName: name ?? basename(file) })) })
        }
        return rows
      })
      const rows = imports.map((row) => [
        ...[row.locationName, row.events, row.ignored, row.added, row.changed, row.removed, row.bookingCount, row.restatedDays],
      ])
      print(json, imports, () => table(IMPORT_HEADINGS, rows, 'There is no location.'))
    })

const LIST_HEADINGS = ['location', 'first day', 'last day', 'kind', 'name']

const listCommand = (): Command =>
  ofLocations(new Command('list'))
    .description('list the holidays, closures and outages of a year')
    .option('--year <year>', 'the year; the current one when absent', year)
    .action(async ({ org, location, year: given, json }: CalendarOptions) => {
      const calendars = await operateOn(org, async ({ db }, orgId) => {
        const found = []
        for (const { id } of await listHorizonLocations(db, orgId, location)) {
          found.push(await getCalendar(db, orgId, id, given))
        }
        return found
      })
      const rows = calendars.flatMap(({ locationName, holidays, closures, outages }) =>
        [
          ...holidays.map(({ day, name }) => [locationName, day, day, 'holiday', name]),
          ...closures.map(({ firstDay, lastDay, reason }) => [locationName, firstDay, lastDay, 'closed', reason]),
          ...outages
            .filter(({ status }) => status === 'accepted')
            .map(({ firstDay, lastDay, reason }) => [locationName, firstDay, lastDay, 'outage', reason ?? '']),
        ].sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1)),
      )
      print(json, calendars, () => table(LIST_HEADINGS, rows, 'There is no holiday, closure or outage.'))
    })

export const calendarCommand = (): Command =>
  new Command('calendar')
    .description('public holidays, closures and outages of buildings')
    .addCommand(importCommand())
    .addCommand(listCommand())
