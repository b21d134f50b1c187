import type { MappingEffect } from '@rollcall/contract'
import { listAttributeMappings, loadDirectoryConsequences, mapAttribute, unmapAttribute } from '@rollcall/server'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { print, showControls, table } from '../output.ts'

interface MapOptions {
  org?: string
  groupType?: string
  primaryGroup?: boolean
  primaryLocation?: boolean
  dryRun?: boolean
}

const changesText = (effect: MappingEffect): string => {
  const { usersUpdated, groupsCreated, membershipsAdded, membershipsRemoved, groupsLeftEmpty } = effect
  return (
    `Groups created ${groupsCreated}, memberships added ${membershipsAdded}, removed ${membershipsRemoved}; ` +
    `users with a new primary group or location ${usersUpdated}; empty groups of attributes ${groupsLeftEmpty}.`
  )
}

/** A preview shows sample groups, because a column of ids would create one group per person. */
const exampleLines = ({ dryRun, examples }: MappingEffect): string[] =>
  dryRun
    ? examples.map(({ groupName, memberCount, isNew }) => `  ${groupName}: ${memberCount} members${isNew ? ', new' : ''}`)
    : []

const say = (done: string, would: string, effect: MappingEffect): void => {
  const first = effect.dryRun ? `${would}, nothing was changed. ` : `${done}. `
  console.log([first + changesText(effect), ...exampleLines(effect)].map(showControls).join('\n'))
}

const withOrg = (command: Command): Command =>
  command.option('--org <org>', 'organization, by id or name; not needed if there is only one')

const mapCommand = (): Command =>
  withOrg(new Command('map'))
    .description('map an attribute; applies to all users at once')
    .argument('<name>', 'name of the attribute')
    .option('--group-type <type>', 'each value becomes a group of this type')
    .option('--primary-group', 'that group is the primary group')
    .option('--primary-location', 'the value is the name or id of the primary location')
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (attribute: string, { org, groupType, primaryGroup, primaryLocation, dryRun = false }: MapOptions) => {
      const mapping = {
        attribute,
        groupType: groupType ?? null,
        isPrimaryGroup: primaryGroup ?? false,
        isPrimaryLocation: primaryLocation ?? false,
      }
      const effect = await operateOn(org, async ({ db }, orgId) =>
        mapAttribute(db, await loadDirectoryConsequences(), orgId, mapping, { dryRun }),
      )
      say(`Mapped ${attribute}`, `Would map ${attribute}`, effect)
    })

const unmapCommand = (): Command =>
  withOrg(new Command('unmap'))
    .description('remove the mapping of an attribute and its effects; the values stay stored')
    .argument('<name>', 'name of the attribute')
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (attribute: string, { org, dryRun = false }: { org?: string; dryRun?: boolean }) => {
      const effect = await operateOn(org, async ({ db }, orgId) =>
        unmapAttribute(db, await loadDirectoryConsequences(), orgId, attribute, { dryRun }),
      )
      say(`Unmapped ${attribute}`, `Would unmap ${attribute}`, effect)
    })

const HEADINGS = ['attribute', 'group type', 'primary group', 'primary location']
const yes = (flag: boolean): string => (flag ? 'yes' : '')

const listCommand = (): Command =>
  withOrg(new Command('list'))
    .description('list the mapped attributes')
    .option('--json', 'print JSON')
    .action(async ({ org, json }: { org?: string; json?: boolean }) => {
      const mappings = await operateOn(org, ({ db }, orgId) => listAttributeMappings(db, orgId))
      const rows = mappings.map(({ attribute, groupType, isPrimaryGroup, isPrimaryLocation }) => {
        return [attribute, groupType, yes(isPrimaryGroup), yes(isPrimaryLocation)]
      })
      print(json, mappings, () => table(HEADINGS, rows, 'No attribute is mapped.'))
    })

export const attributesCommand = (): Command =>
  new Command('attributes')
    .description('mappings of user attributes: groups, primary group, primary location')
    .addCommand(mapCommand())
    .addCommand(unmapCommand())
    .addCommand(listCommand())
