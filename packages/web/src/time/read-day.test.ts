import { describe, expect, it } from 'vitest'
import { dayReader, isWhole, localeOf, readDay } from './read-day.ts'

const TODAY = '2026-11-29'

/** Each text with the day that a reader makes of it. */
const readAll = (locale: string, texts: readonly string[], around: object = {}) => {
  const read = dayReader(locale)
  return Object.fromEntries(texts.map((text) => [text, read(text, { today: TODAY, ...around })]))
}

const allAre = (day: string | null, texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, day]))

/** In every language. */
const ANYWHERE = ['2026-12-08', '2026/12/8', '8.12.2026', '08.12.2026', '8. 12. 2026', '8.12.26', '8.12.', '8.12', '8 Dec 2026']
const NO_DAY = [
  ...['', ' ', 'foo', '8', '2026', '2026-12', '31 Feb 2026', '31 Feb', '31.2.2026', '2026-02-31', '0.12.2026', '8.13.2026'],
  '4 No 2026',
]

describe('a day that is typed', () => {
  it('is read in English of Britain and Ireland, day first', () => {
    for (const locale of ['en-GB', 'en-IE']) {
      const texts = [
        ...['8/12/2026', '08/12/26', '8/12', '8-12-2026', '8 Dec', '8 december', '8th December', 'Tue 8 Dec 2026', '8Dec'],
        ...['Tuesday, 8 Dec, 2026', ' 08. december 2026 ', 'the 8th of December', 'Dec 8', 'December 8th, 2026', 'Dec. 8 26'],
      ]
      expect(readAll(locale, [...ANYWHERE, ...texts])).toEqual(allAre('2026-12-08', [...ANYWHERE, ...texts]))
      const noDays = [...NO_DAY, '12/13/2026', '8 Juneau', '8 Ju', '8 Jun 202', 'Mon 8']
      expect(readAll(locale, noDays)).toEqual(allAre(null, noDays))
    }
  })

  it('is read in English of America, month first', () => {
    const texts = ['12/8/2026', '12/08/26', '12/8', '12-8-2026', 'Dec 8', 'Dec 8, 2026', 'Tuesday, December 8, 2026', '8 Dec']
    expect(readAll('en-US', [...ANYWHERE, ...texts])).toEqual(allAre('2026-12-08', [...ANYWHERE, ...texts]))
    expect(readAll('en-US', ['12/13/2026', '13/12/2026'])).toEqual({ '12/13/2026': '2026-12-13', '13/12/2026': null })
    expect(readAll('en-US', NO_DAY)).toEqual(allAre(null, NO_DAY))
  })

  it('is read in German', () => {
    const texts = ['8/12/2026', '8. Dez.', '8. Dez', '8 Dezember', 'Di. 8. Dez. 2026', 'Dienstag, 8. Dezember', '8. DEZEMBER']
    expect(readAll('de', [...ANYWHERE, ...texts])).toEqual(allAre('2026-12-08', [...ANYWHERE, ...texts]))
    const inMarch = ['3. März', '3. marz 2027', '3. Mär']
    expect(readAll('de', inMarch)).toEqual(allAre('2027-03-03', inMarch))
    const noDays = [...NO_DAY, '31. April 2026', '8. Ju']
    expect(readAll('de', noDays)).toEqual(allAre(null, noDays))
  })

  it('is read in French', () => {
    const texts = ['8/12/2026', '8/12', '8 décembre', '8 decembre 2026', '8 déc.', 'mar. 8 déc. 2026', 'mardi 8 déc.', '8 DÉC']
    expect(readAll('fr', [...ANYWHERE, ...texts])).toEqual(allAre('2026-12-08', [...ANYWHERE, ...texts]))
    expect(readAll('fr', ['1er août', '8 juil. 2027', '3 fevrier 2027'])).toEqual({
      '1er août': '2027-08-01',
      '8 juil. 2027': '2027-07-08',
      '3 fevrier 2027': '2027-02-03',
    })
    // It may be Tuesday the 24th or 24 March.
    const noDays = [...NO_DAY, 'mar. 24', '8 jui', '31 avril']
    expect(readAll('fr', noDays)).toEqual(allAre(null, noDays))
  })

  it('may be a word for a day near today', () => {
    expect(readAll('en-GB', ['Today', 'tomorrow', 'yesterday'])).toEqual({
      Today: TODAY,
      tomorrow: '2026-11-30',
      yesterday: '2026-11-28',
    })
    expect(readAll('de', ['heute', 'Morgen', 'gestern', 'übermorgen', 'tomorrow'])).toEqual({
      heute: TODAY,
      Morgen: '2026-11-30',
      gestern: '2026-11-28',
      übermorgen: '2026-12-01',
      tomorrow: '2026-11-30',
    })
    expect(readAll('fr', ["aujourd'hui", 'aujourd’hui', 'demain', 'hier', 'apres-demain'])).toEqual({
      "aujourd'hui": TODAY,
      'aujourd’hui': TODAY,
      demain: '2026-11-30',
      hier: '2026-11-28',
      'apres-demain': '2026-12-01',
    })
  })

  it('without a year is the next one, or the last one in a field of the past, within the bounds', () => {
    const texts = ['29 Nov', '28 Nov', '30 Nov', '29 Feb']
    expect(readAll('en-GB', texts)).toEqual({
      '29 Nov': '2026-11-29',
      '28 Nov': '2027-11-28',
      '30 Nov': '2026-11-30',
      '29 Feb': '2028-02-29',
    })
    expect(readAll('en-GB', texts, { isPast: true })).toEqual({
      '29 Nov': '2026-11-29',
      '28 Nov': '2026-11-28',
      '30 Nov': '2025-11-30',
      '29 Feb': '2024-02-29',
    })
    expect(readAll('en-GB', ['28 Nov'], { max: TODAY })).toEqual({ '28 Nov': '2026-11-28' })
    expect(readAll('en-GB', ['28 Nov'], { min: '2028-01-01' })).toEqual({ '28 Nov': '2028-11-28' })
    // Nothing of it is possible: the field says so about the nearest one.
    expect(readAll('en-GB', ['28 Nov'], { min: TODAY, max: '2026-12-24' })).toEqual({ '28 Nov': '2027-11-28' })
  })

  it('is read in the language of the app, from today on', () => {
    expect(readDay('4 Nov 2026')).toBe('2026-11-04')
    expect(readDay('today')).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('is whole once more letters would not make it another day', () => {
    expect(['2026-12-08', '8 Dec 2026', ' 8.12.2026 ', '12/8/2026'].map(isWhole)).toEqual([true, true, true, true])
    expect(['8 Dec', '8 Dec 20', '8.12.', '8.12.202', '2026-12-0', 'today'].map(isWhole)).toEqual(Array(6).fill(false))
  })
})

it('the order of day and month is that of the browser, whatever it calls its languages', () => {
  expect(localeOf(['en-GB', 'en'])).toBe('en-GB')
  expect(localeOf(['de-AT', 'en-US'])).toBe('en-US')
  expect(localeOf(['sv'])).toBe('sv')
  expect(localeOf(['en-US@posix'])).toBe('en')
  expect(localeOf([])).toBe('en')
})
