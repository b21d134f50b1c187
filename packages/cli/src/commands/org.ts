import {
  blockOrganization,
  createOrganizationIn,
  findInstance,
  listPlacedOrganizations,
  loadSetUp,
  readConfig,
  recordChange,
  setHierarchyGuard,
  setImportGuard,
} from '@rollcall/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { parseAddress } from '../connection.ts'
import { operate, operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { orgMoveCommand } from './org-move.ts'

const percentage = (text: string): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 100) throw new InvalidArgumentError('Give a whole number from 0 to 100.')
  return value
}

const GUARDS = { hierarchy: setHierarchyGuard, import: setImportGuard }

interface GuardOptions {
  of: keyof typeof GUARDS
  percent?: number
  off?: true
}

const guardCommand = (): Command => {
  const command = new Command('guard')
  return command
    .description('reject hierarchy submissions or imports that would change too much; ?force=true and --force bypass the guard')
    .argument('<org>', 'id or name')
    .addOption(new Option('--of <what>', 'what to guard').choices(Object.keys(GUARDS)).default('hierarchy'))
    .option('--percent <n>', 'reject a change that removes, moves or deactivates more than this percentage', percentage)
    .option('--off', 'remove the guard')
    .action(async (org: string, { of, percent, off }: GuardOptions) => {
      if ((percent === undefined) === (off === undefined)) command.error('error: give either --percent or --off')
      await operateOn(org, ({ db }, orgId) => GUARDS[of](db, orgId, percent ?? null))
      console.log(percent === undefined ? `No guard for ${org}` : `Guarded ${org} at ${percent} %`)
    })
}

const setUpCommand = (): Command =>
  new Command('set-up')
    .description('print the link that creates the first administrator of an organization; it works until there is an account')
    .argument('[org]', 'id or name; not needed if there is only one')
    .option('--url <url>', 'address of the service as browsers reach it; by default the one that it listens on', parseAddress)
    .option('--json', 'print { organizationId, code, url }')
    .action(async (org: string | undefined, { json, url }: { json?: boolean; url?: string }) => {
      const made = await operateOn(org, async ({ db, sealer }, organizationId) => {
        const { setUpCode, setUpLink } = await loadSetUp()
        await recordChange(db, organizationId, { entity: { type: 'organization', id: organizationId } })
        const code = setUpCode(sealer, organizationId)
        const baseUrl = url?.replace(/\/+$/, '') ?? findInstance(readConfig().dataDir)?.baseUrl ?? ''
        return { organizationId, code, url: setUpLink(baseUrl, code) }
      })
      print(json, made, () => made.url)
    })

export const orgCommand = (): Command =>
  new Command('org')
    .description('organizations')
    .addCommand(
      new Command('create')
        .description('create an organization')
        .argument('<name>', 'its name, unique in this service')
        .option('--time-zone <zone>', 'IANA time zone for data without a location', 'UTC')
        .option('--cell <cell>', 'database to create it in, of those of rollcall cells list', 'main')
        .option('--json', 'print JSON')
        .action(async (name: string, { timeZone, cell, json }: { timeZone: string; cell: string; json?: boolean }) => {
          const organization = await operate((main) => createOrganizationIn(main, cell, { name, timeZone }))
          print(json, organization, () => `Created ${organization.name} (${organization.id})`)
        }),
    )
    .addCommand(
      new Command('list')
        .description('list the organizations')
        .option('--json', 'print JSON')
        .action(async ({ json }: { json?: boolean }) => {
          const { all, hasCells } = await operate(async (main) => ({
            all: await listPlacedOrganizations(main),
            hasCells: main.cells.length > 1,
          }))
          const rows = all.map(({ id, name, cell }) => (hasCells ? [id, name, cell] : [id, name]))
          print(json, all, () => table(hasCells ? ['id', 'name', 'cell'] : ['id', 'name'], rows, 'There is no organization yet.'))
        }),
    )
    .addCommand(
      new Command('block')
        .description('block all keys of an organization; callers get 403 with the reason')
        .argument('<org>', 'id or name')
        .requiredOption('--reason <text>', 'shown to the callers')
        .action(async (org: string, { reason }: { reason: string }) => {
          await operateOn(org, ({ db }, orgId) => blockOrganization(db, orgId, reason))
          console.log(`Blocked ${org}`)
        }),
    )
    .addCommand(
      new Command('unblock')
        .description('unblock an organization')
        .argument('<org>', 'id or name')
        .action(async (org: string) => {
          await operateOn(org, ({ db }, orgId) => blockOrganization(db, orgId, null))
          console.log(`Unblocked ${org}`)
        }),
    )
    .addCommand(orgMoveCommand())
    .addCommand(setUpCommand())
    .addCommand(guardCommand())
