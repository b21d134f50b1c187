import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setHierarchyGuard } from '../../src/directory/hierarchy/hierarchy-guard.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { counted, everything, storedLinks, submit } from './support.ts'

let service: TestService
let organization: TestOrganization

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const children = (count: number) => Array.from({ length: count }, (_, index) => `g${index} < A`)
const guard = (percent: number | null) => setHierarchyGuard(service.database.db, organization.id, percent)

beforeEach(async () => {
  organization = await service.createOrganization()
  await counted(submit(service, organization, children(10)))
})

it('Without a guard everything may be removed', async () => {
  expect(await counted(submit(service, organization, []))).toMatchObject({ removed: 10 })
})

describe.each(['POST', 'PUT'] as const)('a guard of 20 %% and %s', (method) => {
  beforeEach(() => guard(20))

  it('let a fifth be removed, but not one more', async () => {
    const before = await everything(service, organization.id)
    const answer = await submit(service, organization, children(7), { method })
    const { detail } = expectProblem(answer, 'import_guard')
    expect(detail).toContain('remove 3 and move 0 of 10 stored relationships')
    expect(detail).toContain('20 %')
    expect(detail).toContain('?force=true')
    expect(await everything(service, organization.id)).toEqual(before)
    expect(await counted(submit(service, organization, children(8), { method }))).toMatchObject({ removed: 2 })
  })

  it('are passed with ?force=true, not with ?force=false', async () => {
    expectProblem(await submit(service, organization, [], { method, query: '?force=false' }), 'import_guard')
    expect(await counted(submit(service, organization, [], { method, query: '?force=true' }))).toMatchObject({ removed: 10 })
  })

  it('count moves as removals, and new groups as nothing', async () => {
    const moved = (count: number) => children(10).map((text, index) => (index < count ? text.replace('A', 'B') : text))
    const { detail } = expectProblem(await submit(service, organization, moved(3), { method }), 'import_guard')
    expect(detail).toContain('remove 0 and move 3 of 10 stored relationships')
    expect(await counted(submit(service, organization, [...moved(2), 'x < B'], { method }))).toMatchObject({
      updated: 2,
      created: 1,
      removed: 0,
    })
    expectProblem(await submit(service, organization, [...moved(4).slice(1), 'x < B'], { method }), 'import_guard')
  })

  it('count groups that become inactive, which may have had no relationship', async () => {
    const alone = Array.from({ length: 9 }, (_, index) => `alone${index}`)
    await counted(submit(service, organization, [...children(10), ...alone], { method }))
    const { detail } = expectProblem(
      await submit(service, organization, [...children(10), ...alone.slice(5)], { method }),
      'import_guard',
    )
    expect(detail).toContain('set 5 of 20 active groups inactive')
    await counted(submit(service, organization, [...children(10), ...alone.slice(4)], { method }))
  })

  it('report a violation of the schema first, even if forced', async () => {
    expectProblem(await submit(service, organization, ['a < a'], { method, query: '?force=true' }), 'invalid_body')
    expect(await storedLinks(service, organization)).toHaveLength(10)
  })
})

it('A guard of 0 % refuses to remove anything, one of 100 % nothing', async () => {
  await guard(0)
  expectProblem(await submit(service, organization, children(9)), 'import_guard')
  expect(await counted(submit(service, organization, children(11)))).toMatchObject({ created: 1, removed: 0 })
  await guard(100)
  expect(await counted(submit(service, organization, []))).toMatchObject({ removed: 11 })
  await guard(0)
  expect(await counted(submit(service, organization, []))).toMatchObject({ removed: 0 })
})

it('A guard can be taken away, and is of one organization only', async () => {
  await guard(0)
  const other = await service.createOrganization()
  await counted(submit(service, other, ['a < A']))
  expect(await counted(submit(service, other, []))).toMatchObject({ removed: 1 })
  await guard(null)
  expect(await counted(submit(service, organization, []))).toMatchObject({ removed: 10 })
})

it('A guard is a whole number from 0 to 100 of an organization that exists', async () => {
  for (const percent of [-1, 101, 1.5, Number.NaN])
    await expect(guard(percent)).rejects.toMatchObject({ code: 'invalid_request' })
  const { db } = service.database
  const unknownOrgId = '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'
  await expect(setHierarchyGuard(db, unknownOrgId, 5)).rejects.toMatchObject({ code: 'entity_not_found' })
})
