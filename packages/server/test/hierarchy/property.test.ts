import type { GroupRelationship } from '@rollcall/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { counted, everything, readGroups, submit } from './support.ts'

let service: TestService
let organization: TestOrganization

beforeAll(async () => {
  service = await shareTestService()
  organization = await service.createOrganization()
})
afterAll(() => service[Symbol.asyncDispose]())

interface Node {
  group: string
  groupType: string
}

/** No NUL and no lone surrogate: those are refused before. */
const name = (maxLength: number) =>
  fc
    .oneof(
      fc.constantFrom('a', 'A', 'a ', '"', '\\', "'", '{}', '%', 'null'),
      fc.string({ minLength: 1, maxLength, unit: 'grapheme' }),
    )
    .filter((text) => !text.includes('\0') && [...text].length <= maxLength)
const node: fc.Arbitrary<Node> = fc.record({
  group: name(20),
  groupType: fc.oneof(fc.constantFrom('team', 'department'), name(10)),
})
const keyOf = ({ group, groupType }: Node) => JSON.stringify([groupType, group])

/** Each node may only have an earlier one above it, so there is no cycle; rows come shuffled, and some twice. */
const forest = fc
  .uniqueArray(node, { selector: keyOf, maxLength: 25 })
  .chain((nodes) =>
    fc.tuple(
      ...nodes.map((each, index) => fc.option(fc.nat(Math.max(0, index - 1)), { nil: null }).map((at) => ({ each, at, index }))),
    ),
  )
  .map((placed) =>
    placed.map(({ each, at, index }): GroupRelationship => {
      const parent = at === null || index === 0 ? undefined : placed[at]?.each
      return { ...each, parent: parent?.group ?? null, parentType: parent?.groupType ?? null }
    }),
  )
  .chain((rows) => fc.tuple(fc.shuffledSubarray([...rows], { minLength: rows.length }), fc.subarray([...rows])))
  .map(([rows, again]) => [...rows, ...again])

const wantedLinks = (rows: GroupRelationship[]): string[] =>
  [
    ...new Set(
      rows.flatMap(({ group, groupType, parent, parentType }) =>
        parent ? [JSON.stringify([groupType, group, parentType, parent])] : [],
      ),
    ),
  ].sort()

const storedLinks = async (): Promise<string[]> => {
  const groups = await readGroups(service, organization)
  const byId = new Map(groups.map((each) => [each.groupId, each]))
  return groups
    .flatMap(({ groupName, groupType, parentGroupId }) => {
      const parent = byId.get(parentGroupId ?? '')
      return parent ? [JSON.stringify([groupType, groupName, parent.groupType, parent.groupName])] : []
    })
    .sort()
}

it('Whatever forest is sent is what is stored afterwards, whatever was stored before', async () => {
  await fc.assert(
    fc.asyncProperty(forest, async (rows) => {
      const before = (await storedLinks()).length
      const { relationships, created, removed } = await counted(submit(service, organization, rows))
      const stored = await storedLinks()
      expect(stored).toEqual(wantedLinks(rows))
      expect(relationships).toBe(stored.length)
      expect(before + created - removed).toBe(stored.length)
      const all = await everything(service, organization.id)
      expect(await counted(submit(service, organization, rows, { method: 'PUT' }))).toMatchObject({
        relationships,
        created: 0,
        updated: 0,
        removed: 0,
      })
      expect(await everything(service, organization.id)).toEqual(all)
      const active = new Set(
        all.rows.filter(({ status }) => status === 'active').map((each) => JSON.stringify([each.type, each.name])),
      )
      expect(active).toEqual(new Set(rows.map(keyOf)))
    }),
    { numRuns: runs(25) },
  )
})

it('Whatever forest gets a root placed below its own leaf is refused, at each member of the cycle', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name(20), { minLength: 1, maxLength: 20 }), async (names) => {
      const rows = names.map((group, index) => ({
        ...{ group, groupType: 'team', parentType: 'team' },
        parent: names[(index + 1) % names.length] as string,
      }))
      const before = await everything(service, organization.id)
      const answer = await submit(service, organization, rows)
      const { errors } = expectProblem(answer, 'invalid_body')
      expect(errors?.map(({ pointer }) => pointer)).toEqual(rows.map((_, index) => `/groupRelationships/${index}/parent`))
      expect(await everything(service, organization.id)).toEqual(before)
    }),
    { numRuns: runs(12) },
  )
})
