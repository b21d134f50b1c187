import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedId } from './derived-id.ts'
import { isUuid } from './uuid.ts'

const path = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })

test('a derived id is the version 5 UUID of RFC 9562', () => {
  // Computed with Python: uuid.uuid5(uuid.UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), '["location","Berlin"]')
  expect(derivedId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', ['location', 'Berlin'])).toBe('13d067d5-8764-5171-b28a-5a705fb9abb8')
})

test('a derived id is a valid lower-case UUID and the same each time', () => {
  fc.assert(
    fc.property(fc.uuid(), path, (orgId, names) => {
      const id = derivedId(orgId, names)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(isUuid(id)).toBe(true)
      expect(derivedId(orgId, [...names])).toBe(id)
    }),
  )
})

test('different paths and organizations never share an id', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), path, path, (orgA, orgB, a, b) => {
      fc.pre(orgA !== orgB && JSON.stringify(a) !== JSON.stringify(b))
      expect(derivedId(orgA, a)).not.toBe(derivedId(orgA, b))
      expect(derivedId(orgA, a)).not.toBe(derivedId(orgB, a))
    }),
  )
})
