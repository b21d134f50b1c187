import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { bytesOfUuid, createUuidNumbers, createUuidTexts } from './uuid-bytes.ts'

it('finds the texts and the numbers of UUIDs by their bytes, however many and how much alike they are', () => {
  const alike = Array.from({ length: 3_000 }, (_, n) => {
    const digits = n.toString(16).padStart(4, '0')
    return [`0000${digits}-0000-0000-0000-000000000000`, `00000000-${digits}-0000-0000-000000000000`]
  }).flat()
  const ids = [...new Set([...alike, ...Array.from({ length: 5_000 }, () => randomUUID())])]
  const texts = createUuidTexts()
  const first = ids.map((id) => texts(Buffer.concat([Buffer.alloc(3), bytesOfUuid(id)]), 3))
  expect(first).toEqual(ids)
  expect(ids.map((id) => texts(bytesOfUuid(id), 0))).toEqual(ids)

  const numbers = createUuidNumbers()
  expect(ids.map((id) => numbers.at(bytesOfUuid(id), 0))).toEqual([...ids.keys()])
  expect(ids.map((id) => numbers.of(id))).toEqual([...ids.keys()])
  expect([...ids.keys()].map((number) => numbers.textOf(number))).toEqual(ids)
})
