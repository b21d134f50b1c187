import { describe, expect, it } from 'vitest'
import { pointerInWords } from '../../src/pages/admin/import/directory-file.ts'
import { readPeopleCsv } from '../../src/pages/admin/import/people-csv.ts'
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

  it('has the only choice of a field that is needed, and none of several', () => {
    const [first, second] = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ]
    expect(initialValues(DESK.fields, undefined, { zoneId: [first] }).zoneId).toBe('a')
    expect(initialValues(DESK.fields, undefined, { zoneId: [first, second] }).zoneId).toBe('')
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

describe('people of a CSV file', () => {
  const read = async (text: string) => {
    const people = await readPeopleCsv(text)
    if (typeof people === 'string') throw new Error(people)
    return people
  }

  it('are read as spreadsheets and HR systems write them, and each value is known by its line and column', async () => {
    const rows = ['"Ada; the first\r\nof all";AB@example.com;Dev;Platform;4711;Office;yes', ';;;;;;', ';cb@example.com;Dev;;;x;']
    const header = 'First name;E-Mail;groups.department;groups.team;attributes.cost/center;weekPlan.Monday;onboarded'
    const { document, placeOf } = await read(`\uFEFF\r\n${header}\r\n${rows.join('\r\n')}\r\n`)
    const [dev, platform] = [
      { name: 'Dev', type: 'department' },
      { name: 'Platform', type: 'team' },
    ]
    expect(document).toEqual({
      groups: [dev, platform],
      users: [
        {
          ...{ userName: 'AB@example.com', email: 'AB@example.com', firstName: 'Ada; the first\nof all', onboarded: true },
          ...{ groups: [dev, platform], attributes: { 'cost/center': '4711' }, weekPlan: { monday: { plan: 'o' } } },
        },
        { userName: 'cb@example.com', email: 'cb@example.com', groups: [dev], weekPlan: { monday: { plan: 'x' } } },
      ],
    })
    const ada = { line: 3, who: 'AB@example.com' }
    expect(placeOf('/users/0')).toEqual(ada)
    expect(placeOf('/users/0/userName')).toEqual({ ...ada, column: 'E-Mail' })
    expect(placeOf('/users/0/attributes/cost~1center')).toEqual({ ...ada, column: 'attributes.cost/center' })
    expect(placeOf('/groups/1/name')).toEqual({ ...ada, column: 'groups.team' })
    expect(placeOf('/users/1/weekPlan/monday/plan')).toEqual({ line: 6, who: 'cb@example.com', column: 'weekPlan.Monday' })
    expect(placeOf('')).toBeUndefined()
    const exported = await read('Mail;Vorname;Nachname;Abteilung\nida@example.com;Ida;Rhodes;Dev\n')
    const ida = { userName: 'ida@example.com', email: 'ida@example.com', firstName: 'Ida', lastName: 'Rhodes' }
    expect(exported.document).toEqual({ groups: [dev], users: [{ ...ida, groups: [dev] }] })
    expect(exported.placeOf('/groups/0/name')).toEqual({ line: 2, who: 'ida@example.com', column: 'Abteilung' })
    const copied = await read('userName\tidentities.badges\nada\t007\n')
    expect(copied.document.users).toEqual([{ userName: 'ada', identities: [{ sourceId: 'badges', sourceUserId: '007' }] }])
  })

  it('name their building as the app does, or as the service does', async () => {
    const headers = ['building', 'Primary building', 'primaryBuilding', 'primaryLocation', 'Stammgebäude', 'Bâtiment principal']
    for (const header of headers) {
      const { document } = await read(`userName,${header}\nada,Berlin`)
      expect([header, document.users]).toEqual([header, [{ userName: 'ada', primaryLocation: 'Berlin' }]])
    }
  })

  it.each([
    ['', 'The file is empty.'],
    ['userName\n\n', 'The file has no line below the names of the columns.'],
    ['First,Last\nAda,Byron', 'Line 1: the first line names the columns, and there must be one named userName or email.'],
    ['userName,e-mail,Email\n', 'Line 1, column Email: the column is there twice.'],
    ['userName,,x\n', 'Line 1, column 2: the column has no name.'],
    ['userName,groups\n', 'Line 1, column groups: say which one after a dot, such as groups.department.'],
    ['userName,email\na,b,\na\n', 'Line 3: it has 1 cell, and the first line names 2 columns.'],
    ['userName\n"ada', 'The file is not valid CSV: a quote is opened and never closed.'],
  ])('%j is refused: %s', async (text, words) => {
    expect(await readPeopleCsv(text)).toBe(words)
  })
})
