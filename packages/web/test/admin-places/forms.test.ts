import { describe, expect, it } from 'vitest'
import { pointerInWords } from '../../src/pages/admin/import/directory-file.ts'
import {
  changedBody,
  initialValues,
  newBody,
  severalNames,
  validationError,
} from '../../src/pages/admin/places/form/form-values.ts'
import { BUILDING, DESK, ZONE } from '../../src/pages/admin/places/kinds/kinds.ts'

describe('names of several', () => {
  it('count on from the last number, as wide as it is written', () => {
    expect(severalNames('D-2-009', 3)).toEqual(['D-2-009', 'D-2-010', 'D-2-011'])
    expect(severalNames('P9', 2)).toEqual(['P9', 'P10'])
    expect(severalNames('4 North', 2)).toEqual(['4 North', '5 North'])
  })

  it('need a number unless there is only one', () => {
    expect(severalNames('Lobby', 2)).toEqual([])
    expect(severalNames(' Lobby ', 1)).toEqual(['Lobby'])
  })
})

describe('a form', () => {
  const zone = { zoneId: 'z', zoneName: 'North', zoneType: 'neighborhood', capacity: 20, isOverflow: false, status: 'active' }

  it('sends only what was changed', () => {
    const values = initialValues(ZONE.fields, zone)
    expect(changedBody(ZONE.fields, values, zone)).toEqual({})
    expect(changedBody(ZONE.fields, { ...values, capacity: '24', isOverflow: true }, zone)).toEqual({
      capacity: 24,
      isOverflow: true,
    })
  })

  it('clears what was emptied, and leaves out of a new one what is empty', () => {
    const desk = { placeId: 'd', placeName: 'D-1', zoneId: 'z', x: 1.5, y: 2, assignedUserId: 'u', status: 'active' }
    const values = { ...initialValues(DESK.fields, desk), x: '', assignedUserId: '' }
    expect(changedBody(DESK.fields, values, desk)).toEqual({ x: null, assignedUserId: null })
    expect(newBody(DESK.fields, { ...values, placeName: ' D-2 ' })).toEqual({ placeName: 'D-2', zoneId: 'z', y: 2 })
  })

  it('sends no capacity of a zone that is booked by desk', () => {
    const values = { ...initialValues(ZONE.fields, undefined), zoneName: 'South', capacity: 3 }
    expect(newBody(ZONE.fields, values)).toEqual({ zoneName: 'South', zoneType: 'individual', isOverflow: false })
  })

  it('reports values that are missing, not a number, or out of bounds', () => {
    const field = BUILDING.fields.find(({ name }) => name === 'bookingHorizonDays')
    if (!field) throw new Error('There is no such field.')
    expect(['', 'x', 91, 1.5, -1].map((value) => validationError(field, value))).not.toContain(null)
    expect([0, 90, '14'].map((value) => validationError(field, value))).toEqual([null, null, null])
    const time = BUILDING.fields.find(({ name }) => name === 'checkInBy')
    expect(time && ['', '10:30'].map((value) => validationError(time, value))).toEqual([
      'Check in by must be a time, such as 09:30.',
      null,
    ])
  })
})

describe('a place in a file', () => {
  const file = { locations: [{ name: 'Berlin', levels: [{}] }], 'a/b': [{ user: 'ada' }] }
  it.each([
    ['/locations/0/levels/0/name', 'locations › Berlin › levels › number 1 › name'],
    ['/a~1b/0/day', 'a/b › ada › day'],
    ['/users/3', 'users › 3'],
    ['', 'the whole file'],
  ])('%s is shown as %s', (pointer, words) => {
    expect(pointerInWords(file, pointer)).toBe(words)
  })
})
