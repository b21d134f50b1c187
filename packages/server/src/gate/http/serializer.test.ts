import { ENDPOINTS } from '@rollcall/contract'
import { expect, it } from 'vitest'
import { serializerOf } from './serializer.ts'

const PLACE = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const NULLABLE = { anyOf: [PLACE, { type: 'null' }] }

it('writes objects that may be null, alone, as properties and in lists', () => {
  const schema = {
    type: 'object',
    required: ['place', 'places'],
    properties: { place: NULLABLE, places: { type: 'array', items: NULLABLE } },
  }
  const write = serializerOf(schema)
  expect(write({ place: null, places: [{ name: 'North', secret: 1 }, null] })).toBe(
    '{"place":null,"places":[{"name":"North"},null]}',
  )
  expect(write({ place: { name: 'South' }, places: [] })).toBe('{"place":{"name":"South"},"places":[]}')
  expect(serializerOf(NULLABLE)(null)).toBe('null')
  expect(() => write({ places: [] })).toThrow()
  expect(() => write({ place: {}, places: [] })).toThrow()
})

it('keeps other choices between kinds', () => {
  const write = serializerOf({ anyOf: [PLACE, { type: 'array', items: PLACE }] })
  expect(write({ name: 'North' })).toBe('{"name":"North"}')
  expect(write([{ name: 'North' }])).toBe('[{"name":"North"}]')
})

it('the contract has objects that may be null', () => {
  const { response } = ENDPOINTS.getDeskFigures
  expect(response.properties.withheld).toMatchObject({ anyOf: [{ type: 'object' }, { type: 'null' }] })
})
