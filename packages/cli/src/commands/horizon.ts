import { type HorizonReport, listHorizonLocations, runHorizon } from '@rollcall/server'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { withProgress } from '../progress.ts'

interface HorizonOptions {
  org?: string
  location?: string
  json?: boolean
}

type Row = HorizonReport & { locationName: string }

const HEADINGS = ['location', 'days', 'plans', 'bookings', 'seconds']

export const horizonCommand = (): Command =>
  new Command('horizon')
    .description('create day plans from week plans and book desks within the booking horizon, now instead of at night')
    .option('--org <org>', 'organization, by id or name; not needed if there is only one')
    .option('--location <location>', 'only this location, by id or name')
    .option('--json', 'print JSON')
    .action(async ({ org, location, json }: HorizonOptions) => {
      const reports = await withProgress(['Booking', 'Booked'], (progress) =>
        operateOn(org, async ({ db }, orgId) => {
          const locations = await listHorizonLocations(db, orgId, location)
          const rows: Row[] = []
          for (const { id, name } of locations) {
            progress.update(rows.length, locations.length, name)
            rows.push({ locationName: name, ...((await runHorizon(db, orgId, id)) as HorizonReport) })
          }
          return rows
        }),
      )
      const rows = reports.map(({ locationName, days, plans, bookings, seconds }) => {
        return [locationName, days, plans, bookings, seconds.toFixed(1)]
      })
      print(json, reports, () => table(HEADINGS, rows, 'There is no location.'))
    })
