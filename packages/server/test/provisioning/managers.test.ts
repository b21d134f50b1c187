import type { GroupRelationship } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mapAttribute, unmapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { replaceHierarchy } from '../../src/directory/hierarchy/hierarchy-service.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { runs } from '../../src/testing/runs.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { ENTERPRISE, setUp } from './support.ts'

let service: TestService
let org: Awaited<ReturnType<typeof setUp>>
const ids = new Map<string, string>()
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await setUp(service)
  ids.clear()
})

const MAPPING = { attribute: 'manager', groupType: 'reporting-line', isPrimaryGroup: false, isPrimaryLocation: false }
const mapManagers = (groupType = 'reporting-line') =>
  mapAttribute(service.database.db, directoryConsequences, org.orgId, { ...MAPPING, groupType })

const idOf = (name: string): string => ids.get(name) as string
const person = (userName: string, manager?: string) => ({
  userName,
  ...(manager ? { [ENTERPRISE]: { manager: { value: idOf(manager) } } } : {}),
})
const add = async (name: string, manager?: string): Promise<void> => {
  ids.set(name, (await org.scim.post('/Users', person(name, manager))).id)
}
const setManager = (name: string, manager: string | null) =>
  org.scim.patch(
    `/Users/${idOf(name)}`,
    manager === null
      ? { op: 'remove', path: `${ENTERPRISE}:manager` }
      : { op: 'replace', path: `${ENTERPRISE}:manager`, value: idOf(manager) },
  )

/** Each group of the type with the one above it, as `bob < ada`. */
const lines = async (type = 'reporting-line'): Promise<string[]> => {
  const rows = await org.query<{ line: string }>(
    `select concat_ws(' < ', g.name, p.name) as line
     from groups g
     left join groups p on p.org_id = g.org_id and p.id = g.parent_id
     where g.org_id = $1 and g.type = $2 order by 1`,
    type,
  )
  return rows.map(({ line }) => line)
}
const conflicts = () => org.query('select subject_id, source from provisioning_conflicts where org_id = $1')

describe('managers who are mapped to a group type', () => {
  it('make groups that stand below the group of their own manager', async () => {
    await mapManagers()
    await add('ada')
    await add('bob', 'ada')
    await add('eve', 'bob')
    await add('kim', 'eve')
    expect(await lines()).toEqual(['ada', 'bob < ada', 'eve < bob'])
    expect(await org.groupsOf(idOf('kim'))).toEqual(['reporting-line:eve'])
  })

  it('do so for people who were there before, and no longer when the mapping changes or ends', async () => {
    await add('ada')
    await add('bob', 'ada')
    await add('eve', 'bob')
    await mapManagers()
    expect(await lines()).toEqual(['ada', 'bob < ada'])
    await mapManagers('line')
    expect([await lines(), await lines('line')]).toEqual([
      ['ada', 'bob'],
      ['ada', 'bob < ada'],
    ])
    await unmapAttribute(service.database.db, directoryConsequences, org.orgId, 'manager')
    expect(await lines('line')).toEqual(['ada', 'bob'])
  })

  it('take everyone below them along to another manager', async () => {
    await mapManagers()
    await add('ada')
    await add('zoe')
    await add('bob', 'ada')
    await add('eve', 'bob')
    await add('kim', 'eve')
    await add('liv', 'zoe')
    await setManager('bob', 'zoe')
    expect(await lines()).toEqual(['ada', 'bob < zoe', 'eve < bob', 'zoe'])
    await setManager('bob', null)
    expect(await lines()).toEqual(['ada', 'bob', 'eve < bob', 'zoe'])
  })

  it('keep their place under a new name', async () => {
    await mapManagers()
    await add('ada')
    await add('bob', 'ada')
    await add('eve', 'bob')
    await add('kim', 'eve')
    await org.scim.patch(`/Users/${idOf('bob')}`, { op: 'replace', path: 'userName', value: 'robert' })
    expect(await lines()).toEqual(['ada', 'bob', 'eve < robert', 'robert < ada'])
  })

  it('who manage each other break nothing: one of them stays at the top, with a conflict, until a manager changes', async () => {
    await mapManagers()
    await add('ada')
    await add('bob', 'ada')
    await setManager('ada', 'bob')
    expect(await lines()).toEqual(['ada < bob', 'bob'])
    expect(await conflicts()).toEqual([{ subject_id: idOf('bob'), source: 'provider' }])
    expect((await org.scim.get(`/Users/${idOf('ada')}`))[ENTERPRISE]).toMatchObject({ manager: { value: idOf('bob') } })
    await add('zoe')
    await setManager('bob', 'zoe')
    expect(await lines()).toEqual(['ada < bob', 'bob < zoe', 'zoe'])
  })

  it('who manage themselves stay at the top', async () => {
    await mapManagers()
    await add('ada')
    await setManager('ada', 'ada')
    expect(await lines()).toEqual(['ada'])
  })

  it('write nothing when the provider sends everyone again as they are, circles included', async () => {
    await mapManagers()
    for (const name of ['ada', 'bob', 'eve']) await add(name)
    for (const [name, manager] of [
      ['ada', 'bob'],
      ['bob', 'eve'],
      ['eve', 'ada'],
    ] as const) {
      await setManager(name, manager)
    }
    const before = [await org.versionsOfRows(), await conflicts()]
    await org.scim.put(`/Users/${idOf('ada')}`, { ...person('ada', 'bob'), active: true })
    await org.scim.put(`/Users/${idOf('bob')}`, { ...person('bob', 'eve'), active: true })
    await org.scim.put(`/Users/${idOf('eve')}`, { ...person('eve', 'ada'), active: true })
    expect([await org.versionsOfRows(), await conflicts()]).toEqual(before)
  })

  it('are placed by nothing else: a submitted hierarchy leaves them, and may stand above or below nothing of them', async () => {
    await mapManagers()
    await add('ada')
    await add('bob', 'ada')
    await add('eve', 'bob')
    const relationship = (group: string, groupType: string, parent: string | null): GroupRelationship => ({
      ...{ group, groupType, parent, parentType: parent === null ? null : 'team' },
    })
    const rows = [
      relationship('Looms', 'team', null),
      relationship('Mills', 'team', 'Looms'),
      relationship('ada', 'reporting-line', 'Mills'),
    ]
    await replaceHierarchy(service.database.db, org.orgId, rows)
    expect(await lines()).toEqual(['ada', 'bob < ada'])
    expect(await lines('team')).toEqual(['Looms', 'Mills < Looms'])
    await replaceHierarchy(service.database.db, org.orgId, [])
    expect(await lines()).toEqual(['ada', 'bob < ada'])
  })

  it('whatever they become, in any order, form trees in which every line that closes no circle is there', async () => {
    await mapManagers()
    const people = Array.from({ length: 7 }, (_, index) => `p${index}`)
    for (const name of people) await add(name)
    const managers = new Map<string, string | null>()
    for (let step = 0; step < runs(40); step++) {
      const [name, manager] = [pick(people, step * 7 + 3), pick([...people, null, null], step * 5 + (step >> 2))]
      await setManager(name as string, manager)
      managers.set(name as string, manager)
      const above = new Map((await lines()).map((line) => line.split(' < ') as [string, string | undefined]))
      for (const group of above.keys()) {
        const path = pathFrom(above, group)
        expect(new Set(path).size, `${step}: ${path.join(' < ')}`).toBe(path.length)
        const wanted = managers.get(group) ?? undefined
        if (wanted === undefined || wanted === group) expect(above.get(group)).toBeUndefined()
        else if (above.get(group) !== wanted) expect(pathFrom(above, wanted)).toContain(group)
      }
    }
  })
})

const pick = <T>(from: readonly T[], number: number): T => from[(number * 2_654_435_761) % from.length] as T

const pathFrom = (above: ReadonlyMap<string, string | undefined>, start: string): string[] => {
  const path = [start]
  for (let next = above.get(start); next !== undefined && path.length < 50; next = above.get(next)) path.push(next)
  return path
}
