import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { counted, everything, row, submit, submitRaw, validationErrors } from './support.ts'

let service: TestService
let organization: TestOrganization
let before: Awaited<ReturnType<typeof everything>>

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

beforeEach(async () => {
  organization = await service.createOrganization()
  await counted(submit(service, organization, ['a < A', 'A < Company']))
  before = await everything(service, organization.id)
})

/** Refused with these faults, and nothing has changed. */
const refused = async (rows: (string | object)[], faults: string[]): Promise<void> => {
  const answer = await submit(service, organization, rows)
  expectProblem(answer, 'invalid_body')
  expect(validationErrors(answer)).toEqual(faults)
  expect(await everything(service, organization.id)).toEqual(before)
}

const at = (index: number, property = 'parent') => `/groupRelationships/${index}/${property}`
const cycle = (path: string) => `is part of a cycle, each group below the next: ${path}`

describe('a cycle', () => {
  it('of one group is reported at that group', () =>
    refused(['a < B', 'c < c'], [`${at(1)} ${cycle('"c" (team) → "c" (team)')}`]))

  it('is reported at each of its members, and not at the groups below it', () => {
    const path = cycle('"a" (team) → "b" (team) → "C" (department) → "a" (team)')
    return refused(
      ['x < a', 'a < b', 'y < x', 'C < a', 'b < C'],
      [1, 3, 4].map((index) => `${at(index)} ${path}`),
    )
  })

  it('is reported at every row that closes it, also at repeated ones', () => {
    const path = cycle('"a" (team) → "b" (team) → "a" (team)')
    return refused(
      ['a < b', 'b < a', 'a < b'],
      [0, 1, 2].map((index) => `${at(index)} ${path}`),
    )
  })

  it('is reported once per cycle', () =>
    refused(
      ['a < b', 'c < c', 'b < a'],
      [
        `${at(0)} ${cycle('"a" (team) → "b" (team) → "a" (team)')}`,
        `${at(1)} ${cycle('"c" (team) → "c" (team)')}`,
        `${at(2)} ${cycle('"a" (team) → "b" (team) → "a" (team)')}`,
      ],
    ))

  it('of 20,000 groups is reported with its length and its first members', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `g${index} < g${(index + 1) % 20_000}`)
    const answer = await submit(service, organization, rows)
    const { detail } = expectProblem(answer, 'invalid_body')
    expect(detail).toContain('20000 fields are wrong; errors lists the first 50')
    expect(validationErrors(answer)).toHaveLength(50)
    expect(validationErrors(answer)[17]).toMatch(
      /^\/groupRelationships\/17\/parent .*"g0" \(team\) → .*"g9" \(team\) → … \(20000 groups in all\) → "g0" \(team\)$/,
    )
    expect(await everything(service, organization.id)).toEqual(before)
  })

  it('is none where only the names agree and the types do not', async () => {
    const rows = [
      { group: 'Sales', groupType: 'team', parent: 'Sales', parentType: 'department' },
      { group: 'Sales', groupType: 'department', parent: 'Sales', parentType: 'division' },
    ]
    expect(await counted(submit(service, organization, rows))).toMatchObject({ groups: 3, relationships: 2 })
  })
})

describe('a hierarchy of too many levels', () => {
  const chain = (levels: number) => Array.from({ length: levels - 1 }, (_, index) => `g${index + 1} < g${index}`)

  it('has more than 100; each row below these is reported', async () => {
    const rows = [...chain(102), 'h < g98', 'i < g99']
    await refused(rows, [
      `${at(99)} is on level 101, and a hierarchy has at most 100 levels`,
      `${at(100)} is on level 102, and a hierarchy has at most 100 levels`,
      `${at(102)} is on level 101, and a hierarchy has at most 100 levels`,
    ])
    expect(await counted(submit(service, organization, [...chain(100), 'h < g98']))).toMatchObject({ relationships: 100 })
  })

  it('is reported for 50,000 as for a few', async () => {
    const answer = await submit(service, organization, chain(50_001))
    expect(expectProblem(answer, 'invalid_body').detail).toContain('49901 fields are wrong')
    expect(await everything(service, organization.id)).toEqual(before)
  })
})

describe('two parents', () => {
  it('of one group are reported at each of its rows', () => {
    const message = '"a" (team) has 2 different parents: "A" (department), "B" (department)'
    return refused(
      ['a < A', 'b < A', 'a < B', 'a < A'],
      [0, 2, 3].map((index) => `${at(index)} ${message}`),
    )
  })

  it('are also a parent and none', () => {
    const message = '"a" (team) has 2 different parents: none, "A" (department)'
    return refused(
      ['a', 'a < A'],
      [0, 1].map((index) => `${at(index)} ${message}`),
    )
  })

  it('are also parents that differ in type only', () => {
    const message = '"a" (team) has 2 different parents: "A" (department), "A" (division)'
    return refused(
      ['a < A', { ...row('a < A'), parentType: 'division' }],
      [0, 1].map((index) => `${at(index)} ${message}`),
    )
  })

  it('are not reported as a cycle, which may not be intended', () => {
    const message = '"a" (team) has 2 different parents: "b" (team), "A" (department)'
    return refused(
      ['a < b', 'b < a', 'a < A'],
      [0, 2].map((index) => `${at(index)} ${message}`),
    )
  })
})

describe('a parent without a type', () => {
  it.each([null, '', undefined])('(%j) is reported at the type', (parentType) =>
    refused(['a < A', { ...row('b < A'), parentType }], [`${at(1, 'parentType')} is required with a parent`]),
  )

  it('is reported together with every other violation, in the order of the rows', () =>
    refused(
      ['c < c', { ...row('b < A'), parentType: null }, 'a < A', 'a'],
      [
        `${at(0)} ${cycle('"c" (team) → "c" (team)')}`,
        `${at(1, 'parentType')} is required with a parent`,
        `${at(2)} "a" (team) has 2 different parents: "A" (department), none`,
        `${at(3)} "a" (team) has 2 different parents: "A" (department), none`,
      ],
    ))
})

describe('a malformed body', () => {
  const wrong: [unknown, string][] = [
    [{}, '/groupRelationships is required'],
    [{ groupRelationships: null }, '/groupRelationships must be array'],
    [{ groupRelationships: [null] }, '/groupRelationships/0 must be object'],
    [{ groupRelationships: [{ groupType: 'team' }] }, '/groupRelationships/0/group is required'],
    [{ groupRelationships: [{ group: 'a' }] }, '/groupRelationships/0/groupType is required'],
    [{ groupRelationships: [{ group: '', groupType: 'team' }] }, '/groupRelationships/0/group must not be empty'],
    [
      { groupRelationships: [{ group: 'a', groupType: 'team', parent: 1 }] },
      '/groupRelationships/0/parent must be string or null',
    ],
  ]
  it.each(wrong)('%j is reported where it is wrong', async (body, fault) => {
    const answer = await submitRaw(service, organization, body)
    expectProblem(answer, 'invalid_body')
    expect(validationErrors(answer)).toEqual([fault])
    expect(await everything(service, organization.id)).toEqual(before)
  })

  it.each([
    ['group', 200],
    ['groupType', 100],
    ['parent', 200],
    ['parentType', 100],
  ])('with a %s of more than %i characters is refused, of as many is not', async (property, limit) => {
    const given = (length: number) => [{ ...row('a < A'), [property]: '😀'.repeat(length) }]
    expect(await counted(submit(service, organization, given(limit)))).toMatchObject({ relationships: 1 })
    const answer = await submit(service, organization, given(limit + 1))
    expectProblem(answer, 'invalid_body')
    expect(validationErrors(answer)).toEqual([`/groupRelationships/0/${property} must have at most ${limit} characters`])
  })

  it('with more than 50,000 rows is refused, with as many is not', async () => {
    const rows = Array.from({ length: 50_001 }, (_, index) => `g${index} < A`)
    const answer = await submit(service, organization, rows)
    expectProblem(answer, 'invalid_body')
    expect(validationErrors(answer)).toEqual(['/groupRelationships must have at most 50000 items'])
    expect(await everything(service, organization.id)).toEqual(before)
    const counts = await counted(submit(service, organization, rows.slice(1)))
    expect(counts).toEqual({ groups: 50_001, relationships: 50_000, created: 50_000, updated: 0, removed: 2 })
  })

  it.each(['?force=1', '?force=TRUE', '?force=', '?force=true&force=true'])('and a query %s are refused', async (query) => {
    expectProblem(await submit(service, organization, [], { query }), 'invalid_parameter')
    expect(await everything(service, organization.id)).toEqual(before)
  })
})
