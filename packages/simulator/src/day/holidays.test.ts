import { expect, it } from 'vitest'
import { holidayCalendar } from './holidays.ts'

const daysOf = (country: 'germany' | 'united-states', year: number) =>
  [...holidayCalendar(country).text.matchAll(/DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)\r\nSUMMARY:(.*)\r\n/g)]
    .filter(([, each]) => each === String(year))
    .map(([, , month, day, name]) => `${month}-${day} ${name}`)
    .sort()

it('has the holidays of Germany, those by Easter among them', () => {
  expect(daysOf('germany', 2026)).toEqual([
    "01-01 New Year's Day",
    "03-08 International Women's Day",
    '04-03 Good Friday',
    '04-06 Easter Monday',
    '05-01 Labor Day',
    '05-14 Ascension Day',
    '05-25 Whit Monday',
    '10-03 Day of German Unity',
    '12-25 Christmas Day',
    '12-26 Second Day of Christmas',
  ])
  const easterMondays = [2024, 2025, 2027, 2030].flatMap((year) =>
    daysOf('germany', year).filter((each) => each.endsWith('Easter Monday')),
  )
  expect(easterMondays.map((each) => each.slice(0, 5))).toEqual(['04-01', '04-21', '03-29', '04-22'])
})

it('has the holidays of the United States, those by weekday among them', () => {
  expect(daysOf('united-states', 2026)).toEqual([
    "01-01 New Year's Day",
    '01-19 Martin Luther King Jr. Day',
    "02-16 Washington's Birthday",
    '05-25 Memorial Day',
    '06-19 Juneteenth',
    '07-04 Independence Day',
    '09-07 Labor Day',
    '10-12 Columbus Day',
    '11-11 Veterans Day',
    '11-26 Thanksgiving',
    '12-25 Christmas Day',
  ])
})
