import type { MappingEffect } from '@rollcall/contract'
import { directoryConsequences, listAttributeMappings, mapAttribute, unmapAttribute } from '@rollcall/server'
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
    `users with another primary group or location ${usersUpdated}; groups of attributes that are empty ${groupsLeftEmpty}.`
  )
}

/** A preview shows what kind of groups it would be: a column of ids makes one for each person. */
const exampleLines = ({ dryRun, examples }: MappingEffect): string[] =>
  dryRun
    ? examples.map(({ groupName, memberCount, isNew }) => `  ${groupName}: ${memberCount} members${isNew ? ', new' : ''}`)
    : []

const say = (done: string, would: string, effect: MappingEffect): void => {
  const first = effect.dryRun ? `${would}, nothing was changed. ` : `${done}. `
  console.log([first + changesText(effect), ...exampleLines(effect)].map(showControls).join('\n'))
}

const withOrg = (command: Command): Command =>
  command.option('--org <org>', 'organization, by id or name; not needed where there is only one')

const mapCommand = (): Command =>
  withOrg(new Command('map'))
    .description('say what an attribute means; applies to all users at once')
    .argument('<name>', 'name of the attribute')
    .option('--group-type <type>', 'each of its values is a group of this type')
    .option('--primary-group', 'that group is the primary one')
    .option('--primary-location', 'its value is the name or id of the primary location')
    .option('--dry-run', 'say what would change, and change nothing')
    .action(async (attribute: string, { org, groupType, primaryGroup, primaryLocation, dryRun = false }: MapOptions) => {
      const mapping = {
        attribute,
        groupType: groupType ?? null,
        isPrimaryGroup: primaryGroup ?? false,
        isPrimaryLocation: primaryLocation ?? false,
      }
      const effect = await operateOn(org, ({ db }, orgId) => mapAttribute(db, directoryConsequences, orgId, mapping, { dryRun }))
      say(`Mapped ${attribute}`, `Would map ${attribute}`, effect)
    })

const unmapCommand = (): Command =>
  withOrg(new Command('unmap'))
    .description('take back what an attribute gave; its values stay stored')
    .argument('<name>', 'name of the attribute')
    .option('--dry-run', 'say what would change, and change nothing')
    .action(async (attribute: string, { org, dryRun = false }: { org?: string; dryRun?: boolean }) => {
      const effect = await operateOn(org, ({ db }, orgId) =>
        unmapAttribute(db, directoryConsequences, orgId, attribute, { dryRun }),
      )
      say(`Unmapped ${attribute}`, `Would unmap ${attribute}`, effect)
    })

const HEADINGS = ['attribute', 'group type', 'primary group', 'primary location']
const yes = (flag: boolean): string => (flag ? 'yes' : '')

const listCommand = (): Command =>
  withOrg(new Command('list'))
    .description('list the attributes that mean something')
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
    .description('what attributes of users mean: groups, primary group, primary location')
    .addCommand(mapCommand())
    .addCommand(unmapCommand())
    .addCommand(listCommand())
