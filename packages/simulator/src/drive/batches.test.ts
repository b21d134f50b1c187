import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { simulateDay } from '../day/simulate-day.ts'
import { batchesOf } from './batches.ts'

test('a call has events of one kind and source, in order, and never more than allowed', () => {
  const company = simulateCompany({ seed: 8, employees: 900, startDay: '2026-03-01' })
  const { deliveries } = simulateDay(company, '2026-03-04')
  const batches = [...batchesOf(deliveries)]
  expect(Math.max(...batches.map((batch) => batch.deliveries.length))).toBe(1000)
  for (const batch of batches) {
    const mixed = batch.deliveries.filter(({ kind, sourceId }) => kind !== batch.kind || sourceId !== batch.sourceId)
    expect(mixed).toEqual([])
  }
  const key = ({ kind, sourceId }: { kind: string; sourceId: string }) => `${kind} ${sourceId}`
  for (const [source, sent] of Map.groupBy(batches, key)) {
    expect(sent.flatMap((batch) => batch.deliveries)).toEqual(deliveries.filter((one) => key(one) === source))
  }
})
