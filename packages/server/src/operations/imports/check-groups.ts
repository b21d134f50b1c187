import type { ImportFile } from '@rollcall/contract'
import { cyclesOf, MAX_LEVELS, tooDeep } from '../../directory/hierarchy/hierarchy-levels.ts'
import { mapInTurns } from '../../platform/jobs/in-turns.ts'
import { type CheckContext, type Identified, identify, listed, type Row } from './import-context.ts'
import { findEntity } from './import-register.ts'

type FileGroup = NonNullable<ImportFile['groups']>[number]

/** Gives the groups their ids, resolves their parents and refuses cycles, too many levels and groups of another origin. */
export const checkGroups = async (context: CheckContext, file: ImportFile): Promise<Row[]> => {
  const { directory } = context
  const found = listed(file.groups, '/groups').map(({ item, pointer }) => {
    return { item, pointer, parent: item.type, path: [item.type, item.name] }
  })
  const groups = await identify(context, directory.groups, found)
  const rows = await mapInTurns(groups, (group) => {
    const { id, item } = group
    return { id, name: item.name, type: item.type, parent_id: parentId(context, group), status: item.status }
  })
  const above = parentsAfterwards(context, rows)
  const inCycle = new Set(cyclesOf(above).flat())
  // A new group has no position yet, not even at the top.
  const isMoved = (id: string) => (above.get(id)?.parent ?? null) !== directory.groups.stored.get(id)?.parentId
  const deep = tooDeep(above, isMoved)
  rows.forEach((row, index) => {
    const pointer = groups[index]?.pointer ?? ''
    refuseOtherOrigin(context, row, pointer)
    if (inCycle.has(row.id)) {
      context.errors.add(`${pointer}/parent`, 'group_cycle', 'would make the group its own ancestor')
    } else if (deep.has(row.id)) {
      const text = `puts the group, or one below it, deeper than ${MAX_LEVELS} levels`
      context.errors.add(`${pointer}/parent`, 'group_too_deep', text)
    }
  })
  return rows
}

const parentId = ({ directory, errors }: CheckContext, { item, pointer }: Identified<FileGroup>) => {
  const { parent } = item
  if (parent === undefined || parent === null) return parent
  const id =
    typeof parent === 'string' ? findEntity(directory.groups, parent) : findEntity(directory.groups, parent.name, parent.type)
  if (id === undefined) errors.add(`${pointer}/parent`, 'reference_unknown', 'there is no such group')
  return id
}

interface GroupRow extends Row {
  readonly name: string
  readonly type: string
  readonly parent_id: string | null | undefined
  readonly status: string | undefined
}

const parentsAfterwards = ({ directory }: CheckContext, rows: readonly GroupRow[]): Map<string, { parent: string | null }> => {
  const above = new Map([...directory.groups.stored.values()].map(({ id, parentId }) => [id, { parent: parentId }]))
  for (const { id, parent_id } of rows) {
    if (parent_id !== undefined || !above.has(id)) above.set(id, { parent: parent_id ?? null })
  }
  return above
}

const SOURCES: Readonly<Record<string, string>> = {
  hierarchy: 'the hierarchy submission',
  attribute: 'user attributes',
  provisioning: 'a provider',
}

/** Only the origin of a group may change it (domain §2). Mentioning the group is no change. */
const refuseOtherOrigin = ({ directory, errors }: CheckContext, row: GroupRow, pointer: string): void => {
  const stored = directory.groups.stored.get(row.id)
  if (!stored || stored.origin === 'administrator') return
  const changes =
    stored.name !== row.name ||
    stored.parent !== row.type ||
    (row.parent_id !== undefined && stored.parentId !== row.parent_id) ||
    (row.status !== undefined && stored.status !== row.status)
  if (!changes) return
  const source = SOURCES[stored.origin] ?? stored.origin
  errors.add(pointer, 'group_origin', `comes from ${source}, and only those may change it; leave it out of the file`)
}
