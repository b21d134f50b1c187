import { expect, test } from 'vitest'
import { checkGroups } from './check-groups.ts'
import type { CheckContext } from './import-context.ts'
import type { Directory } from './import-directory.ts'
import { createValidationErrors } from './import-errors.ts'
import { createRegister } from './import-register.ts'

/** Nests each group below the next one. */
const chain = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const group = { name: `g${index}`, type: 'team' }
    return index + 1 < count ? { ...group, parent: { name: `g${index + 1}`, type: 'team' } } : group
  })

/** Counts look-ups in maps and sets. */
const lookUps = async (work: () => Promise<unknown>): Promise<number> => {
  const { get } = Map.prototype
  const { has } = Set.prototype
  let count = 0
  Map.prototype.get = function (key) {
    count++
    return get.call(this, key)
  }
  Set.prototype.has = function (value) {
    count++
    return has.call(this, value)
  }
  try {
    await work()
  } finally {
    Object.assign(Map.prototype, { get })
    Object.assign(Set.prototype, { has })
  }
  return count
}

const stepsOf = (count: number): Promise<number> => {
  const directory = { groups: createRegister('group', []) } as unknown as Directory
  const context: CheckContext = { orgId: '11111111-1111-4111-8111-111111111111', directory, errors: createValidationErrors() }
  return lookUps(() => checkGroups(context, { groups: chain(count) }))
}

test('the steps of a check grow with the number of groups, however deeply they are nested', async () => {
  expect((await stepsOf(2_000)) / (await stepsOf(1_000))).toBeLessThan(2.1)
})
