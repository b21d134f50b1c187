import { blockOrganization, createOrganization, getOrganization, listOrganizations } from '@rollcall/server'
import { Command } from 'commander'
import { operate } from '../operate.ts'
import { print, table } from '../output.ts'

export const orgCommand = (): Command =>
  new Command('org')
    .description('organisations')
    .addCommand(
      new Command('create')
        .description('create an organisation')
        .argument('<name>', 'its name, unique in this service')
        .option('--time-zone <zone>', 'IANA time zone for what belongs to no location', 'UTC')
        .option('--json', 'print JSON')
        .action(async (name: string, options: { timeZone: string; json?: boolean }) => {
          const organization = await operate(({ db }) => createOrganization(db, { name, timeZone: options.timeZone }))
          print(options.json, organization, () => `Created ${organization.name} (${organization.id})`)
        }),
    )
    .addCommand(
      new Command('list')
        .description('list the organisations')
        .option('--json', 'print JSON')
        .action(async ({ json }: { json?: boolean }) => {
          const all = await operate(({ db }) => listOrganizations(db))
          const rows = all.map(({ id, name }) => [id, name])
          print(json, all, () => table(['id', 'name'], rows, 'There is no organisation yet.'))
        }),
    )
    .addCommand(
      new Command('block')
        .description('block all keys of an organisation; callers get 403 with the reason')
        .argument('<org>', 'id or name')
        .requiredOption('--reason <text>', 'shown to the callers')
        .action(async (org: string, { reason }: { reason: string }) => {
          await operate(async ({ db }) => blockOrganization(db, (await getOrganization(db, org)).id, reason))
          console.log(`Blocked ${org}`)
        }),
    )
    .addCommand(
      new Command('unblock')
        .description('let an organisation in again')
        .argument('<org>', 'id or name')
        .action(async (org: string) => {
          await operate(async ({ db }) => blockOrganization(db, (await getOrganization(db, org)).id, null))
          console.log(`Unblocked ${org}`)
        }),
    )
