import { expect, test } from 'vitest'
import { simulateDay } from '../day/simulate-day.ts'
import { companyImportFile } from '../import/import-file.ts'
import { simulateCompany } from './company.ts'

const OPTIONS = { seed: 4, employees: 300, startDay: '2026-03-02' }

test('equipment of desks differs, is the same each time, and changes nothing else', () => {
  const [bare, equipped, again] = [{}, { hasEquipment: true }, { hasEquipment: true }].map((some) =>
    simulateCompany({ ...OPTIONS, ...some }),
  )
  expect(again).toEqual(equipped)
  expect(bare?.desks.every(({ amenities, screens }) => amenities.length === 0 && screens === 0)).toBe(true)
  const without = equipped?.desks.map((desk) => ({ ...desk, amenities: [], screens: 0 }))
  expect({ ...equipped, desks: without }).toEqual(bare)
  if (!bare || !equipped) throw new Error('There is no company.')
  expect(simulateDay(equipped, '2026-03-04')).toEqual(simulateDay(bare, '2026-03-04'))

  for (const amenity of ['standing', 'window', 'accessible', 'quiet', 'docking-station'] as const) {
    const share = equipped.desks.filter(({ amenities }) => amenities.includes(amenity)).length / equipped.desks.length
    expect(share, amenity).toBeGreaterThan(0)
    expect(share, amenity).toBeLessThan(0.7)
  }
  expect(new Set(equipped.desks.map(({ screens }) => screens))).toEqual(new Set([0, 1, 2]))
})

test('the import file has the equipment of desks that have some', () => {
  const range = { plansFrom: '2026-03-02', plansTo: '2026-03-02' }
  const placesOf = (hasEquipment: boolean) =>
    (companyImportFile(simulateCompany({ ...OPTIONS, hasEquipment }), range).locations ?? []).flatMap(({ levels }) =>
      (levels ?? []).flatMap(({ zones }) => (zones ?? []).flatMap(({ places }) => places ?? [])),
    )
  const places = placesOf(true)
  expect(places.some(({ amenities, screens }) => amenities?.includes('standing') && screens === 2)).toBe(true)
  expect(placesOf(false).some((place) => 'amenities' in place || 'screens' in place)).toBe(false)
})
